import { Link, useSearch } from '@tanstack/react-router'
import { ArrowLeft, Maximize2, Minimize2, Plus, Wallet } from 'lucide-react'
import { isFullScreen } from '#app/ui/full-screen.ts'
import { buttonClass } from '#app/ui/buttons/button-look.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { useMediaQuery } from '#app/ui/use-media-query.ts'
import { screenSlot } from '#app/ui/display/frame-slot.tsx'
import { tabletMedia } from '#app/ui/display/media.ts'

const icon = { size: 16, strokeWidth: 1.5 }

interface QuickHeaderProps {
  isFormOpen: boolean
  /** Unfolds the form for a new record, or folds it. */
  onForm(): void
  onTopUp(): void
}

/** A link back, the page title and its actions. */
export function QuickHeader(props: QuickHeaderProps) {
  const isTablet = useMediaQuery(tabletMedia)
  const hasPlace = screenSlot.useIsMounted()
  if (!isTablet || !hasPlace) return <WholeHeader {...props} />
  // The top bar already shows the title and the link back.
  return (
    <>
      <h1 className="sr-only">퀵</h1>
      <screenSlot.Fill>
        <div className="flex items-center gap-2">
          <Button tone="primary" icon={<Plus {...icon} />} aria-expanded={props.isFormOpen} onClick={props.onForm}>
            배송 기록 입력
          </Button>
          <Button icon={<Wallet {...icon} />} onClick={props.onTopUp}>
            잔액 충전
          </Button>
          <FullScreenLink />
        </div>
      </screenSlot.Fill>
    </>
  )
}

function WholeHeader({ onTopUp }: QuickHeaderProps) {
  return (
    <header className="flex shrink-0 flex-wrap items-center gap-2">
      <Link to="/staff" className={buttonClass('transparent')}>
        <ArrowLeft {...icon} aria-hidden />
        뒤로
      </Link>
      <h1 className="mr-auto text-title font-semibold">퀵</h1>
      <FullScreenLink />
      <Button icon={<Wallet {...icon} />} onClick={onTopUp}>
        잔액 충전
      </Button>
    </header>
  )
}

function FullScreenLink() {
  const address: unknown = useSearch({ strict: false })
  const isFull = isFullScreen(address)
  return (
    <Link
      to="."
      search={(previous: Record<string, unknown>) => ({ ...previous, fullscreen: isFull ? undefined : 1 })}
      aria-label={isFull ? '전체 화면 끝내기' : '전체 화면'}
      className={buttonClass('secondary')}
    >
      {isFull ? <Minimize2 {...icon} aria-hidden /> : <Maximize2 {...icon} aria-hidden />}
      <span className="max-sm:hidden tablet:hidden">{isFull ? '전체 화면 끝내기' : '전체 화면'}</span>
    </Link>
  )
}
