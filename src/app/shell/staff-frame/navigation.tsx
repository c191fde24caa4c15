import { Dialog } from '@base-ui/react/dialog'
import { Link, useLocation } from '@tanstack/react-router'
import { Ellipsis, House, PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFigure } from '#app/records/offline-copy/use-figure.ts'
import { useOfflineCopy } from '#app/records/offline-copy/use-offline-copy.tsx'
import { useSession } from '#app/session/session-store.ts'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { OfficeMark } from '#app/ui/display/office-mark.tsx'
import { Select } from '#app/ui/fields/select.tsx'
import { useOffice } from '#app/ui/office/office-profile.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { getOfficeTitle, isUnnamed } from '#domain/office/office-texts.ts'
import { formatRole, useAccountMenu } from '../account/account-menu.tsx'
import { listBottomBarEntries, listNavGroups, type NavEntry } from './nav-entries.tsx'
import { useDisplayedStatus } from './sync-texts.ts'

interface NavigationProps {
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
  const name = getOfficeTitle(office)
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
      <div className="min-h-0 flex-1 overflow-y-auto py-2 dense:py-0.5">
        {listNavGroups(user).map((group) => (
          <section key={group.group} className="py-1.5 dense:border-t dense:py-1 dense:first:border-t-0">
            {isCollapsed || group.group === '' ? null : (
              <h2 className="px-4 pb-1 text-label font-semibold text-ink-3 dense:sr-only">{group.group}</h2>
            )}
            <ul>
              {group.entries.map((entry) => (
                <li key={entry.path}>
                  <NavLink entry={entry} isCollapsed={isCollapsed} {...(onGo ? { onGo } : {})} />
                </li>
              ))}
            </ul>
          </section>
        ))}
        {children}
      </div>
      {onToggle ? (
        <div className={`flex border-t p-2 dense:py-0.5 ${isCollapsed ? 'justify-center' : 'justify-end'}`}>
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

function NavLink({ entry, isCollapsed, onGo }: { entry: NavEntry; isCollapsed: boolean; onGo?: () => void }) {
  return (
    <Link
      to={entry.path}
      activeOptions={{ exact: true, includeSearch: false }}
      {...(onGo ? { onClick: onGo } : {})}
      title={isCollapsed ? entry.label : undefined}
      className={`mx-2 flex h-8 items-center gap-2.5 rounded-control text-ink-2 hover:bg-paper hover:text-ink dense:h-[clamp(1.5rem,4vh,1.875rem)] aria-[current=page]:bg-primary-wash aria-[current=page]:font-semibold aria-[current=page]:text-primary coarse:h-11 ${isCollapsed ? 'justify-center' : 'px-2.5'}`}
    >
      {entry.icon}
      <span className={isCollapsed ? 'sr-only' : 'flex-1'}>{entry.label}</span>
      {entry.path === '/staff/outbox' && !isCollapsed ? <OutboxCount /> : null}
      {entry.path === '/staff/inquiries' && !isCollapsed ? <NewInquiryCount /> : null}
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
      새 문의 {formatNumber(value)}
    </span>
  )
}

function OutboxCount() {
  const { waiting, sending, attention, papers } = useDisplayedStatus()
  const unsent = waiting + sending + papers.waiting
  return (
    <>
      {attention > 0 ? (
        <span className="tabular rounded-control bg-danger-wash px-1.5 text-label font-semibold text-danger">
          확인 {attention}
        </span>
      ) : null}
      {unsent > 0 ? <span className="tabular text-label text-ink-3">{formatNumber(unsent)}</span> : null}
    </>
  )
}

const itemClass =
  'relative flex h-14 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 text-[11px] leading-4 text-ink-2 select-none focus-visible:-outline-offset-2 aria-[current]:forced-chosen aria-[current]:font-semibold aria-[current]:text-primary'

/** Bottom navigation on phones. All other screens and the user menu are behind 더보기. */
export function BottomBar({ isOpen, onOpenMenu }: { isOpen: boolean; onOpenMenu(): void }) {
  const { user } = useSession()
  const entries = listBottomBarEntries(user)
  const { pathname } = useLocation()
  const isInMenu = entries.every(({ path }) => path !== pathname)
  return (
    <nav
      aria-label="빠른 이동"
      data-below-toasts
      data-screen-only
      className="flex shrink-0 border-t bg-paper-raised pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)] typing:hidden sm:hidden"
    >
      {entries.map(({ path, label, bottomBarLabel, icon }) => (
        <Link key={path} to={path} activeOptions={{ exact: true, includeSearch: false }} className={itemClass}>
          {icon}
          <span className="max-w-full truncate px-0.5">{bottomBarLabel ?? label}</span>
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
        <AttentionCount />
      </button>
    </nav>
  )
}

/** 보낼 작업 is behind 더보기, so its entries that need attention are counted here. */
function AttentionCount() {
  const { attention } = useDisplayedStatus()
  if (attention === 0) return null
  return (
    <span className="tabular absolute top-1 left-1/2 ml-2 rounded-full bg-danger px-1 text-[10px] leading-4 text-danger-ink">
      {attention > 99 ? '99+' : attention}
      <span className="sr-only">건 확인 필요</span>
    </span>
  )
}

/**
 * Navigation on tablets and phones: slides over the screen and closes when a screen is chosen. The
 * user's own entries are at the bottom, within reach of the thumb.
 */
export function NavigationDrawer({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const { user } = useSession()
  const { displaySettings, entries, dialogs } = useAccountMenu()
  return (
    <>
      <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
        <Dialog.Portal>
          <Dialog.Backdrop className="fixed inset-0 z-40 bg-veil transition-opacity duration-140 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0" />
          <Dialog.Popup
            aria-label="업무 메뉴"
            className="fixed inset-y-0 left-0 z-50 flex w-[min(280px,84vw)] border-r bg-paper-sunk pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)] shadow-float transition-transform duration-160 ease-settle data-[ending-style]:-translate-x-full data-[starting-style]:-translate-x-full"
          >
            <Navigation isCollapsed={false} onGo={onClose}>
              {user ? (
                <section aria-label="내 정보" className="mt-1.5 border-t py-3">
                  <h2 className="px-4 pb-1 text-label text-ink-3">
                    <span className="font-semibold text-ink">{user.nickname}</span> · {formatRole(user)}
                  </h2>
                  <div className="flex flex-col gap-2 px-4 py-2">
                    {displaySettings.map((look) => (
                      <Select key={look.label} {...look} />
                    ))}
                  </div>
                  <ul>
                    {entries
                      .filter((entry) => entry !== 'rule')
                      .map(({ label, icon, onSelect }) => (
                        <li key={label}>
                          <button
                            type="button"
                            onClick={() => {
                              onClose()
                              onSelect()
                            }}
                            className="mx-2 flex h-9 w-[calc(100%-1rem)] items-center gap-2.5 rounded-control px-2.5 text-ink-2 hover:bg-paper hover:text-ink coarse:h-11"
                          >
                            {icon}
                            {label}
                          </button>
                        </li>
                      ))}
                  </ul>
                </section>
              ) : null}
            </Navigation>
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
      {dialogs}
    </>
  )
}
