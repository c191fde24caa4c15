import { FileText } from 'lucide-react'
import type { ListedLetter, SavedLetter } from '#contract/deposit-cases/deposit-cases.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { formatDay } from '#domain/dates/office-date.ts'
import { Skeleton } from '#app/ui/display/skeleton.tsx'
import { numberOf } from './letter-paper.tsx'
import type { Letters } from './use-letters.ts'

interface LetterListProps {
  letters: Letters
  onOpen(letter: SavedLetter): void
  onCorrect(letter: SavedLetter): void
}

/** Saved letters of the case: the newest version of each, with earlier ones behind it. */
export function LetterList({ letters, onOpen, onCorrect }: LetterListProps) {
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
          <li key={letter.id} className="border-b py-2">
            <LetterLine letter={letter} onOpen={() => onOpen(letter)}>
              <Button size="sm" aria-label={`${letter.document_number} 정정`} onClick={() => onCorrect(letter)}>
                정정
              </Button>
            </LetterLine>
            <Earlier letter={letter} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Earlier({
  letter: { document_number: number, earlier },
  onOpen,
}: {
  letter: ListedLetter
  onOpen(letter: SavedLetter): void
}) {
  if (earlier.length === 0) return null
  return (
    <details className="mt-1">
      <summary className="w-fit cursor-pointer py-1 text-label text-ink-2">이전 판 {earlier.length}건</summary>
      <ul aria-label={`${number} 이전 판`} className="border-l pl-3">
        {earlier.map((letter) => (
          <li key={letter.id} className="py-1.5">
            <LetterLine letter={letter} onOpen={() => onOpen(letter)} />
          </li>
        ))}
      </ul>
    </details>
  )
}

interface LetterLineProps {
  letter: SavedLetter
  onOpen(): void
  children?: React.ReactNode
}

function LetterLine({ letter, onOpen, children }: LetterLineProps) {
  const name = numberOf(letter)
  const others = letter.more_cases.length
  return (
    <div className="flex items-center gap-2">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium" title={letter.title}>
          {letter.title}
        </p>
        <p className="tabular text-label text-ink-3">
          {name} · {formatDay(letter.issued_on)} · {letter.user_name}
          {others > 0 ? ` · 사건 ${others + 1}건` : ''}
        </p>
      </div>
      {children}
      <Button size="sm" icon={<FileText size={14} strokeWidth={1.5} />} aria-label={`${name} 열기`} onClick={onOpen}>
        열기
      </Button>
    </div>
  )
}
