import type { ReplacedKind } from './answer.ts'

/** Apart from the schemas: visitors load this. */

export const chatPaths = {
  /** `POST`: one question. */
  ask: '/api/chat/test/',
  /** `GET`: what this chat is and may be asked. */
  about: '/api/chat/about/',
  /** `POST`, multipart: a sheet or a text to ask about. */
  upload: '/api/chat/upload/',
  /** `GET`: one's own threads, the latest first. Staff only. */
  threads: '/api/chat/threads/',
  /** `GET`, `DELETE`. */
  thread: '/api/chat/threads/:id/',
} as const

export const chatLimits = {
  /** Letters of a question. */
  promptLength: 8000,
  /** Letters of an answer that is sent back with the next question. */
  answerLength: 20_000,
  /** Of a person, or a visitor's address. */
  questionsPerMinute: 20,
  /** Of a visitor's address. */
  visitorQuestionsPerDay: 200,
  /** Messages that may come before a question. */
  messagesBefore: 40,
  /** Bytes of a text file; sheets have the limit of every upload. */
  textFileBytes: 1_048_576,
  /** How long threads of staff are kept. */
  keptDays: 30,
  /** Of staff; question and answer count as two. */
  messagesPerThread: 400,
  /** Of those beyond it the oldest go. */
  threadsPerPerson: 200,
} as const

/** Files that may be attached, by the end of their name. */
export const chatFileKinds = ['.xlsx', '.xls', '.txt'] as const

/** What numbers of persons are called, in placeholders and wherever it is said that some were hidden. */
export const replacedNames: Readonly<Record<ReplacedKind, string>> = {
  resident: '주민등록번호',
  corporation: '법인등록번호',
  card: '카드번호',
  account: '계좌번호',
  passport: '여권번호',
  phone: '전화번호',
}
