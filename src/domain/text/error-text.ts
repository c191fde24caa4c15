/**
 * The reason in a server's JSON error: `error` as text or with a `message`, otherwise `message`.
 * Undefined when there is no text.
 */
export function errorTextIn(body: unknown): string | undefined {
  const error = valueIn(body, 'error')
  return [error, valueIn(error, 'message'), valueIn(body, 'message')].find(isText)
}

function valueIn(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}
