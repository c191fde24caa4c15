import type { ReactNode } from 'react'

/** The text of a bubble: `**…**` stands out, lines end where they end. Text nodes alone: whatever a post or a question holds, nothing of it becomes markup. */
export function AnswerText({ text }: { text: string }) {
  return <p className="wrap-anywhere whitespace-pre-line">{wordsOf(text)}</p>
}

function wordsOf(text: string): ReactNode[] {
  return text.split('**').map((words, at) => (at % 2 === 1 ? <strong key={at}>{words}</strong> : words))
}
