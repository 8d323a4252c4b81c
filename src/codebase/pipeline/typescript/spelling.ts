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

/** `max_text` → `MAX_TEXT`. */
export function upperCase(name: string): string {
  return name.toUpperCase();
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
