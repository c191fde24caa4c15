import { HTTPError } from 'ky'
import { problem, problemSchema, type Problem } from '#contract/problem.ts'
import { troubleOfAnswer, troubleOfSilence, type ServerTrouble } from '#contract/server-trouble.ts'
import { troubleSentence } from '#domain/server-trouble-words.ts'

/**
 * What a call came to: the value, or why not. `isUnreachable`: nobody we know answered, so nothing is known about what happened. `trouble`: the server is to blame and not what it was
 * asked, so that asking again later helps.
 */
export type Answer<Value> =
  | { ok: true; value: Value }
  | { ok: false; problem: Problem; isUnreachable: boolean; trouble?: ServerTrouble }

/** Turns a call of the REST caller into data: refusals bring the server's own Korean sentence, lost connections say so. */
export async function answerOf<Value>(call: Promise<Value>): Promise<Answer<Value>> {
  try {
    return { ok: true, value: await call }
  } catch (error) {
    const trouble = troubleOfError(error)
    const said = error instanceof HTTPError ? problemSchema.safeParse(error.data).data : undefined
    if (trouble === null) return { ok: false, problem: said ?? problem('internal'), isUnreachable: false }
    if (trouble.kind === 'failed')
      return { ok: false, problem: said ?? problem('internal'), isUnreachable: false, trouble }
    return {
      ok: false,
      problem: problem('unavailable', { message: unreachableText(trouble) }),
      isUnreachable: true,
      trouble,
    }
  }
}

/** An answer that is thrown, so that a query keeps what it had. */
export class AnswerError extends Error {
  override readonly name = 'AnswerError'
  readonly answer: Extract<Answer<unknown>, { ok: false }>
  constructor(answer: Extract<Answer<unknown>, { ok: false }>) {
    super(answer.problem.message)
    this.answer = answer
  }
}

/** Something that is not our server answered a call of its interface with a page. */
export class ForeignAnswerError extends Error {
  override readonly name = 'ForeignAnswerError'
}

/** Why the server gave nothing; null when it refused what it was asked. */
export function troubleOfError(error: unknown): ServerTrouble | null {
  if (error instanceof HTTPError) {
    const { status } = error.response
    const trouble = troubleOfAnswer(status, error.data)
    // Our server's own refusals are about the call.
    return trouble?.kind === 'failed' && status < 500 ? null : trouble
  }
  if (error instanceof AnswerError) return error.answer.trouble ?? null
  // JSON was expected, and a page came.
  if (error instanceof ForeignAnswerError || error instanceof SyntaxError) return { kind: 'foreign_answer' }
  return troubleOfSilence(navigator.onLine)
}

function unreachableText(trouble: ServerTrouble): string {
  if (trouble.kind === 'no_network') return '서버에 연결할 수 없습니다. 네트워크를 확인해 주세요.'
  if (trouble.kind === 'no_answer') return '서버에 연결할 수 없습니다. 잠시 후 다시 시도해 주세요.'
  return `서버에 연결할 수 없습니다. ${troubleSentence(trouble)}`
}
