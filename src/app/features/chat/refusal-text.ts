import { errorTextIn } from '#domain/text/error-text.ts'

export const noAnswer = '답을 받지 못했습니다. 잠시 후 다시 시도해 주세요.'

/** Error message for a refusal of the server. */
export async function refusalText(response: Response): Promise<string> {
  if (response.status === 429) return '질문이 너무 많습니다. 잠시 후 다시 물어봐 주세요.'
  const problem: unknown = await response.json().catch(() => null)
  return promptFault(problem) ?? errorTextIn(problem) ?? noAnswer
}

/**
 * The error of the question itself, if there is one; a proxy may have answered instead of our
 * server.
 */
function promptFault(problem: unknown): string | undefined {
  if (typeof problem !== 'object' || problem === null || !('fields' in problem)) return undefined
  return errorTextIn({ error: Object(problem.fields).prompt })
}
