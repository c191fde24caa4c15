import { FileDown, FileText, Printer } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { saveFile } from '#app/ui/browser/save-file.ts'
import { Button, Spinner } from '#app/ui/buttons/button.tsx'
import { PdfSheet, printPdf } from '#app/ui/display/pdf-sheet.tsx'
import { Skeleton } from '#app/ui/display/skeleton.tsx'
import type { ListedLetter, SavedLetter } from '#contract/deposit-cases/deposit-cases.ts'
import { formatDay } from '#domain/dates/office-date.ts'
import { type LetterForm, type Letters, offlineReason, type ShownLetter } from './use-letter-form.ts'

interface LetterPreviewProps {
  form: Pick<LetterForm, 'open' | 'write' | 'save' | 'isWritten' | 'isOffline' | 'letters'>
  shownLetter: ShownLetter
  frame: RefObject<HTMLIFrameElement | null>
}

/** The printed page of a letter, in place of its form. */
export function LetterPreview({ form, shownLetter: { letter, file, isLoading }, frame }: LetterPreviewProps) {
  return (
    <div className="mt-3 flex flex-col gap-2">
      <p role="status" className="tabular text-ink-2">
        {letter
          ? `${formatDocumentNumber(letter)} · ${letter.title}`
          : '저장하기 전의 모습입니다. 문서번호는 저장할 때 부여됩니다.'}
      </p>
      {file ? (
        <PdfSheet file={file} label={letter ? `공문 ${formatDocumentNumber(letter)}` : '공문 미리보기'} frame={frame} />
      ) : (
        <div className="flex h-48 flex-col items-center justify-center gap-3 rounded-control bg-paper-sunk text-ink-2">
          {isLoading ? (
            <Spinner label="불러오는 중" />
          ) : (
            <>
              저장된 공문의 PDF를 불러오지 못했습니다.
              <Button onClick={() => void (letter && form.open(letter))}>다시 시도</Button>
            </>
          )}
        </div>
      )}
    </div>
  )
}

/** For a draft: back to the form, or save. For a saved letter: print, PDF, or next letter. */
export function LetterPreviewActions({ form, shownLetter, frame, onClose }: LetterPreviewProps & { onClose(): void }) {
  const { letter, file } = shownLetter
  const first = useRef<HTMLButtonElement>(null)
  // The button that was pressed is gone, so focus moves to the first action.
  useEffect(() => first.current?.focus(), [])
  const close = <Button onClick={onClose}>닫기</Button>
  if (!letter)
    return (
      <>
        {close}
        <Button ref={first} onClick={form.write}>
          계속 작성
        </Button>
        <SaveButton isOffline={form.isOffline} letters={form.letters} save={form.save} />
      </>
    )
  const disabledReason = file ? undefined : 'PDF를 불러온 뒤에 할 수 있습니다.'
  return (
    <>
      {close}
      <Button onClick={form.write}>{form.isWritten ? '쓰던 공문' : '새 공문'}</Button>
      <Button
        icon={<FileDown size={16} strokeWidth={1.5} />}
        disabledReason={disabledReason}
        onClick={() => file && saveFile(`공문_${formatDocumentNumber(letter)}.pdf`, file)}
      >
        PDF
      </Button>
      <Button
        ref={first}
        tone="primary"
        icon={<Printer size={16} strokeWidth={1.5} />}
        disabledReason={disabledReason}
        onClick={() => file && printPdf(frame.current, file)}
      >
        인쇄
      </Button>
    </>
  )
}

export function SaveButton({ isOffline, letters, save }: Pick<LetterForm, 'isOffline' | 'letters' | 'save'>) {
  return (
    <Button
      tone="primary"
      isBusy={letters.isSaving}
      disabledReason={isOffline ? offlineReason : undefined}
      onClick={() => void save()}
    >
      {letters.isSaving ? '저장 중...' : '저장'}
    </Button>
  )
}

function formatDocumentNumber({ document_number: number, version }: SavedLetter): string {
  return version === 1 ? number : `${number} 제${version}판`
}

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
            <EarlierVersions letter={letter} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function EarlierVersions({
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

export function LetterLine({ letter, onOpen, children }: LetterLineProps) {
  const name = formatDocumentNumber(letter)
  const otherCaseCount = letter.more_cases.length
  return (
    <div className="flex items-center gap-2">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium" title={letter.title}>
          {letter.title}
        </p>
        <p className="tabular text-label text-ink-3">
          {name} · {formatDay(letter.issued_on)} · {letter.user_name}
          {otherCaseCount > 0 ? ` · 사건 ${otherCaseCount + 1}건` : ''}
        </p>
      </div>
      {children}
      <Button size="sm" icon={<FileText size={14} strokeWidth={1.5} />} aria-label={`${name} 열기`} onClick={onOpen}>
        열기
      </Button>
    </div>
  )
}
