import { type RefObject, useEffect, useState } from 'react'
import { buildButtonClass } from '../buttons/button-look.ts'
import { usePrintShortcut } from '../print/send-to-printer.ts'

interface PdfSheetProps {
  file: Blob
  /** Description for screen readers. */
  label: string
  /** The iframe that shows it, for `printPdf`. */
  frame: RefObject<HTMLIFrameElement | null>
}

/** A PDF in the browser's own viewer; where there is none (Android), a link to open it. */
export function PdfSheet({ file, label, frame }: PdfSheetProps) {
  const [url, setUrl] = useState<string | null>(null)
  usePrintShortcut({ printRecord: () => printPdf(frame.current, file), layout: () => null })
  useEffect(() => {
    const objectUrl = URL.createObjectURL(file)
    let isUnmounted = false
    queueMicrotask(() => (isUnmounted ? undefined : setUrl(objectUrl)))
    return () => {
      isUnmounted = true
      URL.revokeObjectURL(objectUrl)
    }
  }, [file])
  if (url === null) return <div className="h-[68dvh] w-full bg-paper-sunk" />
  if (navigator.pdfViewerEnabled)
    return (
      // oxlint-disable-next-line react/iframe-missing-sandbox -- browsers show no PDF in a sandbox; the file comes from our own server
      <iframe
        ref={frame}
        title={label}
        src={`${url}#navpanes=0`}
        className="h-[68dvh] w-full rounded-control border bg-paper-sunk"
      />
    )
  return (
    <div
      role="note"
      className="flex h-48 flex-col items-center justify-center gap-3 rounded-control bg-paper-sunk p-6 text-center text-ink-2"
    >
      이 브라우저에서는 PDF를 창 안에 표시할 수 없습니다.
      <a href={url} target="_blank" rel="noreferrer" className={buildButtonClass()}>
        PDF 열기
      </a>
    </div>
  )
}

/**
 * Prints the PDF shown in an iframe. Without an iframe, or where the browser blocks access to it
 * (Firefox), opens the PDF so that the user can print there.
 */
export function printPdf(frame: HTMLIFrameElement | null, file: Blob): void {
  try {
    const viewer = frame?.contentWindow
    if (viewer) {
      viewer.focus()
      viewer.print()
      return
    }
  } catch {
    // Opened below instead.
  }
  const url = URL.createObjectURL(file)
  window.open(url, '_blank')
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
