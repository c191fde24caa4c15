import { useEffect } from 'react'
import { useLatest } from '../hooks/use-latest.ts'

const screenCommandLabels = ['인쇄', '엑셀 내보내기', '엑셀 가져오기', '컬럼 관리'] as const

/** A button of screens that the global search offers too. */
export type ScreenCommandLabel = (typeof screenCommandLabels)[number]

interface ScreenCommand {
  readonly label: ScreenCommandLabel
  run(): void
}

const mounted: { readonly label: ScreenCommandLabel; readonly latest: () => () => void }[] = []

/** Offers a button's action in the global search while the screen is open. */
export function useScreenCommand(label: ScreenCommandLabel, run: () => void): void {
  const latest = useLatest(run)
  useEffect(() => {
    const entry = { label, latest }
    mounted.push(entry)
    return () => {
      mounted.splice(mounted.indexOf(entry), 1)
    }
  }, [label, latest])
}

/** Commands of the open screen, one per label: the last mounted one wins, as for its shortcut. */
export function listScreenCommands(): readonly ScreenCommand[] {
  return screenCommandLabels.flatMap((label) => {
    const entry = mounted.findLast((command) => command.label === label)
    return entry ? [{ label, run: () => entry.latest()() }] : []
  })
}
