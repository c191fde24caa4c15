import { Link, useSearch } from '@tanstack/react-router'
import { ArrowLeft, Maximize2, Minimize2, Wallet } from 'lucide-react'
import { isFullScreen } from '#app/ui/full-screen.ts'
import { buttonClass } from '#app/ui/buttons/button-look.ts'
import { Button } from '#app/ui/buttons/button.tsx'

const icon = { size: 16, strokeWidth: 1.5 }

/** Back to the site, what this page is, and its own actions (spec 3 §2). */
export function QuickHeader({ onTopUp }: { onTopUp(): void }) {
  const address: unknown = useSearch({ strict: false })
  const isFull = isFullScreen(address)
  return (
    <header className="flex shrink-0 flex-wrap items-center gap-2">
      <Link to="/" className={buttonClass('transparent')}>
        <ArrowLeft {...icon} aria-hidden />
        뒤로
      </Link>
      <h1 className="mr-auto text-title font-semibold">퀵</h1>
      <Link
        to="."
        search={(previous: Record<string, unknown>) => ({ ...previous, fullscreen: isFull ? undefined : 1 })}
        aria-label={isFull ? '전체 화면 끝내기' : '전체 화면'}
        className={buttonClass('secondary')}
      >
        {isFull ? <Minimize2 {...icon} aria-hidden /> : <Maximize2 {...icon} aria-hidden />}
        <span className="max-sm:hidden">{isFull ? '전체 화면 끝내기' : '전체 화면'}</span>
      </Link>
      <Button icon={<Wallet {...icon} />} onClick={onTopUp}>
        잔액 충전
      </Button>
    </header>
  )
}
