import type { Entry } from './page-parts.tsx'

/**
 * Questions that open and close independently. Uses native `details` without a shared name, so it
 * works without scripts and by keyboard, and the browser's page search opens matching answers. In
 * print all answers are open (theme.css).
 */
export function QuestionList({ questions }: { questions: readonly Entry[] }) {
  return (
    <div className="border-t-2 border-ink">
      {questions.map((question) => (
        <details key={question.title} className="group border-b">
          <summary className="flex min-h-14 cursor-pointer list-none items-start gap-3 py-4 text-lead font-semibold [&::-webkit-details-marker]:hidden">
            <span aria-hidden className="font-serif text-ink-3">
              문
            </span>
            <span className="flex-1">{question.title}</span>
            <span
              aria-hidden
              data-screen-only
              className="relative mt-1.5 size-4 shrink-0 text-ink-2 before:absolute before:top-[7px] before:h-0.5 before:w-4 before:bg-current after:absolute after:left-[7px] after:h-4 after:w-0.5 after:bg-current after:transition-transform after:duration-140 group-open:after:rotate-90"
            />
          </summary>
          <div className="flex gap-3 pb-6 text-lead">
            <span aria-hidden className="font-serif font-semibold text-seal">
              답
            </span>
            <p className="measure text-ink-2">{question.text}</p>
          </div>
        </details>
      ))}
    </div>
  )
}
