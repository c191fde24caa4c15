import type { ServerFailure } from '#contract/admin/server-failure.ts'
import { problem, type ProblemCode } from '#contract/problem.ts'
import type { StoreFailure } from '#contract/records/row-source.ts'

/** Short form for the status line. */
export function nameServerFailure(failure: ServerFailure): string {
  if (isStarting(failure)) return '서버 준비 중'
  return isRefusal(failure) ? '요청 거절됨' : texts[failure.kind].short
}

/** What happened, as a sentence. */
export function describeServerFailure(failure: ServerFailure): string {
  if (isStarting(failure)) return '서버가 준비 중입니다.'
  if (isRefusal(failure)) return problem(failure.code).message
  return failure.kind === 'failed' ? `서버에서 오류가 발생했습니다. (${failure.status})` : texts[failure.kind].long
}

/** The reason after a colon: the status, or why there is none. */
export function explainServerFailure(failure: ServerFailure): string {
  return failure.kind === 'failed' ? String(failure.status) : texts[failure.kind].reason
}

function isStarting(failure: ServerFailure): boolean {
  return failure.kind === 'failed' && failure.code === 'unavailable'
}

/** Our server works but refuses this to this user or at this time. */
function isRefusal(failure: ServerFailure): failure is ServerFailure & { kind: 'failed'; code: ProblemCode } {
  return failure.kind === 'failed' && failure.status < 500 && failure.code !== undefined
}

const texts: Record<ServerFailure['kind'], { short: string; long: string; reason: string }> = {
  no_network: { short: '오프라인', long: '인터넷에 연결되어 있지 않습니다.', reason: '연결 없음' },
  no_answer: { short: '서버 응답 없음', long: '서버가 응답하지 않습니다.', reason: '서버 응답 없음' },
  foreign_answer: {
    short: '서버 응답 없음',
    long: '서버 대신 다른 곳에서 응답했습니다. 공용 와이파이라면 접속 화면에서 먼저 로그인해 주세요.',
    reason: '서버 응답 없음',
  },
  failed: { short: '서버 오류', long: '서버에서 오류가 발생했습니다.', reason: '서버 오류' },
}

const storeTexts = {
  full: { text: '이 기기에 자료를 내려받을 공간이 없습니다.', hint: '공간이 생기면 자동으로 내려받습니다.' },
  failing: {
    text: '이 기기에 자료를 저장하지 못했습니다.',
    hint: '자동으로 다시 시도합니다. 계속되면 브라우저를 다시 시작해 주세요.',
  },
}

interface Unavailable {
  readonly trouble?: ServerFailure | null
  readonly storeFailure?: StoreFailure | null
}

/**
 * Text instead of a list or figure without a local copy: what happened, and what will happen
 * automatically. `failed`: text for a server failure, with `{reason}`.
 */
export function describeUnavailable(
  { trouble: failure = null, storeFailure = null }: Unavailable,
  failed = '데이터를 불러오는데 문제가 발생했습니다.',
): { readonly text: string; readonly hint: string } {
  if (storeFailure) return storeTexts[storeFailure]
  if (!failure || failure.kind === 'no_network')
    return { text: '이 기기에 아직 내려받은 자료가 없습니다.', hint: '연결되면 자동으로 내려받습니다.' }
  const then = failure.kind === 'failed' ? '서버가 복구되면' : '서버가 응답하면'
  return {
    text: failed.replace('{reason}', () => explainServerFailure(failure)),
    hint: `${describeServerFailure(failure)} ${then} 자동으로 내려받습니다.`,
  }
}
