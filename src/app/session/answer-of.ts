import { HTTPError } from 'ky'
import { problem, problemSchema, type Problem } from '#contract/problem.ts'

/** What a call came to: the value, or why not. `isUnreachable`: nobody answered, so nothing is known about what happened. */
export type Answer<Value> = { ok: true; value: Value } | { ok: false; problem: Problem; isUnreachable: boolean }

/** Turns a call of the REST caller into data: refusals bring the server's own Korean sentence, lost connections say so. */
export async function answerOf<Value>(call: Promise<Value>): Promise<Answer<Value>> {
  try {
    return { ok: true, value: await call }
  } catch (error) {
    if (error instanceof HTTPError) return { ok: false, problem: problemOf(error), isUnreachable: false }
    return {
      ok: false,
      problem: problem('unavailable', { message: '서버에 연결할 수 없습니다. 네트워크를 확인해 주세요.' }),
      isUnreachable: true,
    }
  }
}

function problemOf(error: HTTPError): Problem {
  const parsed = problemSchema.safeParse(error.data)
  return parsed.success ? parsed.data : problem('internal')
}
