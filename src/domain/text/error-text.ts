/**
 * The reason in a server's JSON error: `error` as text or with a `message`, otherwise `message`.
 * Undefined when there is no text.
 */
export function findErrorText(body: unknown): string | undefined {
  const error = readKey(body, 'error')
  return [error, readKey(error, 'message'), readKey(body, 'message')].find(isText)
}

function readKey(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}
