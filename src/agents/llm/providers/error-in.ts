/** What a failure says that comes in place of an answer, with status 200. */
export interface ErrorIn {
  message: string;
  code: string | number | undefined;
}

/**
 * The error in a body, in the forms in which servers put it there: as `error` (a text or an object, alone or in a list), as the body
 * itself (`object: 'error'`), or as a status beside it (`base_resp`); null where there is none.
 */
export function errorIn(body: unknown): ErrorIn | null {
  const value = (Array.isArray(body) ? body[0] : body) as Record<string, unknown> | null | undefined;
  if (typeof value !== 'object' || value === null) return null;
  if (value.object === 'error' || (value.type === 'error' && value.error === undefined)) return describe(value);
  const { base_resp } = value as { base_resp?: { status_code?: unknown; status_msg?: unknown } | null };
  if (typeof base_resp?.status_code === 'number' && base_resp.status_code !== 0)
    return { message: String(base_resp.status_msg ?? ''), code: base_resp.status_code };
  const { error } = value;
  if (typeof error === 'string' && error !== '') return { message: error, code: undefined };
  return typeof error === 'object' && error !== null && Object.keys(error).length > 0
    ? describe(error as Record<string, unknown>)
    : null;
}

function describe({ message, code, type, status }: Record<string, unknown>): ErrorIn {
  const named = [code, type, status].find((one) => typeof one === 'string' || typeof one === 'number');
  const text =
    typeof message === 'string' && message !== '' ? message : `the provider failed (${named ?? 'no reason given'})`;
  return { message: text, code: named as ErrorIn['code'] };
}
