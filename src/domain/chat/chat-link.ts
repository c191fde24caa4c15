/** The chat asks the question of a link with this parameter. */
export const chatQuestionParam = 'ask'

/** A link to the chat that asks a question; to the chat alone without one. */
export function buildChatLink(question: string): string {
  return question === '' ? '/features' : `/features?${chatQuestionParam}=${encodeURIComponent(question)}`
}
