import { FileText } from 'lucide-react'
import type { SavedLetter } from '#contract/deposit-cases.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { formatDay } from '#domain/office-date.ts'
import { Skeleton } from '#app/ui/display/skeleton.tsx'
import type { Letters } from './use-letters.ts'

/** Letters of the case that were saved before. */
export function LetterList({ letters }: { letters: Letters }) {
  const { saved, failure } = letters
  return (
    <section aria-label="저장된 공문" className="min-w-0">
      <h3 className="text-label font-semibold text-ink-2">저장된 공문</h3>
      {saved === null ? <Skeleton className="mt-2 h-10 w-full" /> : null}
      {saved?.length === 0 && failure === null ? <p className="mt-2 text-ink-3">저장된 공문이 없습니다.</p> : null}
      {failure === null ? null : (
        <div role="status" className="mt-2 flex flex-col items-start gap-2">
          <p className="text-ink-2">{failure}</p>
          <Button size="sm" onClick={letters.reload}>
            다시 시도
          </Button>
        </div>
      )}
      <ul className="mt-1">
        {saved?.map((letter) => (
          <li key={letter.id} className="flex items-center gap-2 border-b py-2">
            <LetterLine letter={letter} />
            <Button
              size="sm"
              icon={<FileText size={14} strokeWidth={1.5} />}
              aria-label={`${letter.document_number} PDF 열기`}
              onClick={() => void letters.openPdf(letter)}
            >
              PDF
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function LetterLine({ letter }: { letter: SavedLetter }) {
  return (
    <div className="min-w-0 flex-1">
      <p className="truncate font-medium" title={letter.title}>
        {letter.title}
      </p>
      <p className="tabular text-label text-ink-3">
        {letter.document_number} · {formatDay(letter.issued_on)} · {letter.user_name}
      </p>
    </div>
  )
}
