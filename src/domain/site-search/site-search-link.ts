/** The search in the page opens for a link with this parameter. */
export const siteSearchParam = 'find'

/** A link to the search over the public site, filled in. */
export function buildSiteSearchLink(pathname: string, text: string): string {
  return `${pathname}?${siteSearchParam}=${encodeURIComponent(text)}`
}

/** The chat asks the question of a link with this parameter. */
export const chatQuestionParam = 'ask'

/** A link to the chat that asks a question; to the chat alone without one. */
export function buildChatLink(question: string): string {
  return question === '' ? '/features' : `/features?${chatQuestionParam}=${encodeURIComponent(question)}`
}
