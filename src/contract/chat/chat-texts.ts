import type { ReplacedNumberKind } from './answer.ts'

/** Kept apart from the schemas because visitors load this. */

export const chatPaths = {
  /** `POST`: one question. */
  ask: '/api/chat/test/',
  /** `GET`: introduction and example questions. */
  about: '/api/chat/about/',
  /** `POST`, multipart: uploads a sheet or text to ask about. */
  upload: '/api/chat/upload/',
  /** `GET`: the user's own threads, latest first. Staff only. */
  threads: '/api/chat/threads/',
  /** `GET`, `DELETE`. */
  thread: '/api/chat/threads/:id/',
} as const

export const chatLimits = {
  /** Maximum characters of a question. */
  promptLength: 8000,
  /** Maximum characters of an earlier answer sent back with the next question. */
  answerLength: 20_000,
  /** Per person, or per address for visitors. */
  questionsPerMinute: 20,
  /** Per visitor's address. Many people share a carrier's address, so the window is short. */
  visitorQuestionsPerWindow: 100,
  /** Maximum earlier messages sent with a question. */
  messagesBefore: 40,
  /** Maximum bytes of a text file; sheets have the general upload limit. */
  textFileBytes: 1_048_576,
  /** Retention of staff threads. */
  retentionDays: 30,
  /** Staff; a question and its answer count as two. */
  messagesPerThread: 400,
  /** Beyond this, the oldest threads are deleted. */
  threadsPerPerson: 200,
} as const

/** Allowed file name extensions of attachments. */
export const chatFileKinds = ['.xlsx', '.xls', '.txt'] as const

/** Display names of masked kinds of numbers, in placeholders and notices. */
export const replacedNumberNames: Readonly<Record<ReplacedNumberKind, string>> = {
  resident: '주민등록번호',
  corporation: '법인등록번호',
  card: '카드번호',
  account: '계좌번호',
  passport: '여권번호',
  phone: '전화번호',
}
