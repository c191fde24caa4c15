/** Why a server refused, as its JSON says it: in `error`, as text or with a `message` of its own, else in `message`. Undefined where nothing is said in words. */
export function errorTextIn(answer: unknown): string | undefined {
  const error = valueIn(answer, 'error')
  return [error, valueIn(error, 'message'), valueIn(answer, 'message')].find(isWords)
}

function valueIn(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

function isWords(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}
