import { Link } from '@tanstack/react-router'
import { House, PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { useOfflineCopy } from '../records/copy/use-offline-copy.tsx'
import { useSession } from '../session/session-store.ts'
import { useFigure } from '../records/copy/use-figure.ts'
import { IconButton } from '../ui/buttons/icon-button.tsx'
import { OfficeMark } from '../ui/display/office-mark.tsx'
import { isUnnamed, officeTitle } from '#domain/office/office-words.ts'
import { useOffice } from '../ui/office-facts.ts'
import { placesOf } from './places.tsx'
import type { NavEntry } from './places.tsx'
import { useShownStatus } from './shown-status.ts'

export interface NavigationProps {
  isCollapsed: boolean
  /** Absent in the drawer, which closes instead. */
  onToggle?: () => void
  onGo?: () => void
  /** Rendered after the links. */
  children?: ReactNode
}

/**
 * Left navigation with business terms and counts. Collapsed, it shows icons with names for screen
 * readers.
 */
export function Navigation({ isCollapsed, onToggle, onGo, children }: NavigationProps) {
  const { user } = useSession()
  const office = useOffice()
  const name = officeTitle(office)
  return (
    <nav aria-label="업무" className="flex w-full flex-col">
      <Link
        to="/"
        className={`flex h-12 items-center gap-2.5 border-b font-serif font-semibold ${isCollapsed ? 'justify-center' : 'px-4'}`}
        aria-label={`${name} 홈`}
      >
        {isUnnamed(office) ? <House size={20} strokeWidth={1.5} aria-hidden /> : <OfficeMark size={24} />}
        {isCollapsed ? null : <span className="truncate">{name}</span>}
      </Link>
      <div className="flex-1 overflow-y-auto py-2">
        {placesOf(user).map((group) => (
          <section key={group.group} className="py-1.5">
            {isCollapsed || group.group === '' ? null : (
              <h2 className="px-4 pb-1 text-label font-semibold text-ink-3">{group.group}</h2>
            )}
            <ul>
              {group.places.map((place) => (
                <li key={place.path}>
                  <PlaceLink place={place} isCollapsed={isCollapsed} {...(onGo ? { onGo } : {})} />
                </li>
              ))}
            </ul>
          </section>
        ))}
        {children}
      </div>
      {onToggle ? (
        <div className={`flex border-t p-2 ${isCollapsed ? 'justify-center' : 'justify-end'}`}>
          <IconButton
            label={isCollapsed ? '메뉴 펼치기' : '메뉴 접기'}
            aria-expanded={!isCollapsed}
            icon={
              isCollapsed ? (
                <PanelLeftOpen size={18} strokeWidth={1.5} />
              ) : (
                <PanelLeftClose size={18} strokeWidth={1.5} />
              )
            }
            onClick={onToggle}
          />
        </div>
      ) : null}
    </nav>
  )
}

function PlaceLink({ place, isCollapsed, onGo }: { place: NavEntry; isCollapsed: boolean; onGo?: () => void }) {
  return (
    <Link
      to={place.path}
      activeOptions={{ exact: true, includeSearch: false }}
      {...(onGo ? { onClick: onGo } : {})}
      title={isCollapsed ? place.label : undefined}
      className={`mx-2 flex h-9 items-center gap-2.5 rounded-control text-ink-2 hover:bg-paper hover:text-ink aria-[current=page]:bg-primary-wash aria-[current=page]:font-semibold aria-[current=page]:text-primary coarse:h-11 ${isCollapsed ? 'justify-center' : 'px-2.5'}`}
    >
      {place.icon}
      <span className={isCollapsed ? 'sr-only' : 'flex-1'}>{place.label}</span>
      {place.path === '/staff/outbox' && !isCollapsed ? <OutboxCount /> : null}
      {place.path === '/staff/inquiries' && !isCollapsed ? <NewInquiryCount /> : null}
    </Link>
  )
}

/**
 * Number of inquiries nobody has taken yet; nothing when there is none or this device doesn't know.
 */
function NewInquiryCount() {
  const { value } = useFigure(useOfflineCopy(), 'new-inquiries', null)
  if (!value) return null
  return (
    <span className="tabular rounded-control bg-primary-wash px-1.5 text-label font-semibold text-primary">
      새 문의 {value.toLocaleString('ko')}
    </span>
  )
}

function OutboxCount() {
  const { waiting, sending, attention, papers } = useShownStatus()
  const unsent = waiting + sending + papers.waiting
  return (
    <>
      {attention > 0 ? (
        <span className="tabular rounded-control bg-seal-wash px-1.5 text-label font-semibold text-seal">
          확인 {attention}
        </span>
      ) : null}
      {unsent > 0 ? <span className="tabular text-label text-ink-3">{unsent.toLocaleString('ko')}</span> : null}
    </>
  )
}
