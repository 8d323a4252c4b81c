import type { Blueprint } from './blueprint.ts';

/** `with_retry` → `withRetry`. */
export function camelCase(name: string): string {
  if (!name.includes('_')) return name;
  const [first, ...others] = name.split('_');
  return first + others.map(capitalised).join('');
}

/** `tidy_customer` → `TidyCustomer`. */
export function pascalCase(name: string): string {
  return capitalised(camelCase(name));
}

/** The name of the record type, e.g. `Order`. */
export function recordType({ domain }: Blueprint): string {
  return pascalCase(domain.record);
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
