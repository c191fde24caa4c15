import type { ReactNode } from 'react'

/**
 * Text of a bubble with `**…**` in bold and its line breaks. Uses text nodes only, so that nothing
 * in a post or question becomes markup.
 */
export function AnswerText({ text }: { text: string }) {
  return <p className="wrap-anywhere whitespace-pre-line">{wordsOf(text)}</p>
}

function wordsOf(text: string): ReactNode[] {
  return text.split('**').map((words, at) => (at % 2 === 1 ? <strong key={at}>{words}</strong> : words))
}
