import { Printer } from 'lucide-react'
import { Button } from '#app/ui/buttons/button.tsx'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import type { PrintedScreen } from './list-paper.ts'
import { usePrintList, type ListPrintOptions } from './use-print-list.tsx'

interface PrintButtonProps {
  screen: PrintedScreen
  options?: ListPrintOptions | undefined
}

const icon = { size: 16, strokeWidth: 1.5 }

/** 인쇄 of a list. While rows are gathered, the same button shows the progress and cancels. */
export function PrintButton({ screen, options }: PrintButtonProps) {
  const { running, press, questions } = usePrintList(screen, options)
  return (
    <>
      <Button icon={<Printer {...icon} />} title="인쇄 (Ctrl+P)" onClick={press}>
        {running ?? '인쇄'}
      </Button>
      {questions}
    </>
  )
}

/** The same as an icon. */
export function PrintIcon({ screen, options }: PrintButtonProps) {
  const { running, press, questions } = usePrintList(screen, options)
  return (
    <>
      <IconButton label={running ?? '인쇄 (Ctrl+P)'} icon={<Printer {...icon} />} onClick={press} />
      {questions}
    </>
  )
}
