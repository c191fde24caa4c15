export const noAnswer = '답을 받지 못했습니다. 잠시 후 다시 시도해 주세요.'

/** Why the server refused, in words for whoever asked. */
export async function refusalText(response: Response): Promise<string> {
  if (response.status === 429) return '질문이 너무 많습니다. 잠시 후 다시 물어봐 주세요.'
  const problem: unknown = await response.json().catch(() => null)
  return faultIn(problem, 'fields', 'prompt') ?? faultIn(problem, 'message') ?? noAnswer
}

/** The text that stands in a problem under these keys; a proxy may have answered in our server's place. */
function faultIn(problem: unknown, ...keys: readonly string[]): string | undefined {
  const found = keys.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    problem,
  )
  return typeof found === 'string' ? found : undefined
}
