import { z } from 'zod'
import { problem, type Problem } from '#contract/problem.ts'

export type TokenHelper = {
  url: string
  /** Sent as a bearer token. */
  key: string | undefined
}

const helperAnswerSchema = z.object({
  refresh_token: z.string().min(1),
  expires_in: z.int().nonnegative().nullish(),
})

/**
 * Asks the office's token helper for a refresh token: `POST <url>` without a body, answered with `{
 * refresh_token, expires_in? }`. Throws a refusal that names the cause when the helper answers
 * anything else, nothing, or too late.
 */
export async function requestToken(
  helper: TokenHelper,
  timeoutMs = 8000,
): Promise<{ answer: z.infer<typeof helperAnswerSchema> } | { refused: Problem }> {
  try {
    const response = await fetch(helper.url, {
      method: 'POST',
      headers: helper.key === undefined ? {} : { authorization: `Bearer ${helper.key}` },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.status === 401 || response.status === 403) return { refused: badKey }
    const parsed = helperAnswerSchema.safeParse(response.ok ? await response.json() : undefined)
    return parsed.success ? { answer: parsed.data } : { refused: unavailable }
  } catch {
    return { refused: unavailable }
  }
}

const unavailable = problem('unavailable', {
  message: '차량 서비스의 토큰을 받아 오는 프로그램이 응답하지 않습니다. 잠시 후 다시 시도해 주세요.',
})
const badKey = problem('refused', {
  message: '차량 서비스의 토큰을 받아 오는 프로그램이 키(TOKEN_HELPER_KEY)를 받아들이지 않았습니다.',
})
