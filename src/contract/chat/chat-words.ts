/** Apart from the schemas: visitors load this. */

export const chatPaths = {
  /** `POST`: one question. */
  ask: '/api/chat/test/',
  /** `GET`: what this chat is and may be asked. */
  about: '/api/chat/about/',
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
} as const
