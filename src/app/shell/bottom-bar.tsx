import { Link } from '@tanstack/react-router'
import { Menu } from 'lucide-react'
import { thumbPlaces } from './places.tsx'
import { useShownStatus } from './shown-status.ts'

const itemClass =
  'relative flex flex-1 flex-col items-center justify-center gap-0.5 text-[11px] leading-4 text-ink-2 aria-[current=page]:font-semibold aria-[current=page]:text-primary'

/** The places of the back office under the thumb, on phones. */
export function BottomBar({ onOpenMenu }: { onOpenMenu(): void }) {
  const { attention } = useShownStatus()
  return (
    <nav
      aria-label="빠른 이동"
      data-below-toasts
      data-screen-only
      className="flex h-14 border-t bg-paper-raised pb-[env(safe-area-inset-bottom)] typing:hidden sm:hidden"
    >
      {thumbPlaces().map((place) => (
        <Link
          key={place.path}
          to={place.path}
          activeOptions={{ exact: true, includeSearch: false }}
          className={itemClass}
        >
          {place.icon}
          {place.label}
          {place.path === '/staff/outbox' && attention > 0 ? (
            <span className="tabular absolute top-1 left-1/2 ml-2 rounded-full bg-seal px-1 text-[10px] leading-4 text-seal-ink">
              {attention}
              <span className="sr-only">건 확인 필요</span>
            </span>
          ) : null}
        </Link>
      ))}
      <button type="button" className={itemClass} onClick={onOpenMenu}>
        <Menu size={18} strokeWidth={1.5} aria-hidden />
        메뉴
      </button>
    </nav>
  )
}
