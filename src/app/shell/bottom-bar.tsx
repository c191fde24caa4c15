import { Link, useLocation } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { useSession } from '../session/session-store.ts'
import { thumbPlaces } from './places.tsx'
import { useShownStatus } from './shown-status.ts'

const itemClass =
  'relative flex h-14 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 text-[11px] leading-4 text-ink-2 select-none focus-visible:-outline-offset-2 aria-[current]:forced-chosen aria-[current]:font-semibold aria-[current]:text-primary'

/** Bottom navigation on phones. All other screens and the user menu are behind 더보기. */
export function BottomBar({ isOpen, onOpenMenu }: { isOpen: boolean; onOpenMenu(): void }) {
  const { user } = useSession()
  const places = thumbPlaces(user)
  const { pathname } = useLocation()
  const isInMenu = places.every(({ path }) => path !== pathname)
  return (
    <nav
      aria-label="빠른 이동"
      data-below-toasts
      data-screen-only
      className="flex shrink-0 border-t bg-paper-raised pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)] typing:hidden sm:hidden"
    >
      {places.map(({ path, label, thumb, icon }) => (
        <Link key={path} to={path} activeOptions={{ exact: true, includeSearch: false }} className={itemClass}>
          {icon}
          <span className="max-w-full truncate px-0.5">{thumb ?? label}</span>
        </Link>
      ))}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-current={isInMenu ? 'true' : undefined}
        className={itemClass}
        onClick={onOpenMenu}
      >
        <Ellipsis size={18} strokeWidth={1.5} aria-hidden />
        더보기
        <Attention />
      </button>
    </nav>
  )
}

/** 보낼 작업 is behind 더보기, so its entries that need attention are counted here. */
function Attention() {
  const { attention } = useShownStatus()
  if (attention === 0) return null
  return (
    <span className="tabular absolute top-1 left-1/2 ml-2 rounded-full bg-seal px-1 text-[10px] leading-4 text-seal-ink">
      {attention > 99 ? '99+' : attention}
      <span className="sr-only">건 확인 필요</span>
    </span>
  )
}
