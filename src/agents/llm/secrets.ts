/** Shorter ones are no secrets: `none` must not be taken out of every message. */
const SHORTEST = 6;

/** The text without any of the secrets, as they are, in JSON, or in a URL. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const forms = secrets
    .filter((secret) => secret.length >= SHORTEST)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]);
  return [...new Set(forms)]
    .toSorted((a, b) => b.length - a.length)
    .reduce((clean, secret) => clean.replaceAll(secret, '[secret]'), text);
}
