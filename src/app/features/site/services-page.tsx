import { Link } from '@tanstack/react-router'
import { type ComponentType, type MouseEvent, useEffect, useState } from 'react'
import { isStaff, useSession } from '#app/session/session-store.ts'
import { useDeviceSetting } from '#app/ui/browser/device-setting.ts'
import { buildButtonClass } from '#app/ui/buttons/button-look.ts'
import { OfficeMark } from '#app/ui/display/office-mark.tsx'
import { useOffice } from '#app/ui/office/office-profile.ts'
import { getOfficeTitle } from '#domain/office/office-texts.ts'
import { ServiceIcon } from './service-icon.tsx'
import { filterEntries, menuFolding, serviceChoice, serviceEntries, type ServiceEntry } from './services-menu.ts'

/**
 * /services, for signed-in users: a side menu with the chosen service next to it, without header
 * and footer.
 */
export function ServicesPage() {
  const isForStaff = isStaff(useSession())
  const name = getOfficeTitle(useOffice())
  const [choice, setChoice] = useDeviceSetting(serviceChoice)
  const [storedFolding, setFolded] = useDeviceSetting(menuFolding)
  const isFolded = storedFolding ?? isForStaff
  const entries = filterEntries(serviceEntries, isForStaff)
  const selectedService = entries.find((entry) => entry.key === choice) ?? entries[0]
  return (
    <div className="flex flex-1 flex-col md:flex-row">
      <aside
        data-screen-only
        className={`shrink-0 border-b bg-paper-sunk md:border-r md:border-b-0 ${isFolded ? 'md:w-16' : 'md:w-72'}`}
      >
        <div className="md:sticky md:top-0">
          <div className="flex items-center gap-2 border-b p-3">
            <Link
              to="/"
              aria-label={`${name} 홈`}
              className={`flex min-w-0 flex-1 items-center gap-2.5 font-serif text-lead font-semibold ${isFolded ? 'md:hidden' : ''}`}
            >
              <OfficeMark />
              <span className="truncate">{name}</span>
            </Link>
            <FoldButton isCollapsed={isFolded} onFold={setFolded} />
          </div>
          {isForStaff ? (
            <div className="p-2 pb-0">
              <Link to="/staff" aria-label="업무 화면" title="업무 화면" className={buildButtonClass()}>
                {isFolded ? '업무' : '업무 화면'}
              </Link>
            </div>
          ) : null}
          <nav aria-label="법률 서비스" id="services-menu">
            <ul className={`p-2 ${isFolded ? 'flex justify-between md:block' : ''}`}>
              {entries.map((entry) => (
                <li key={entry.key}>
                  <MenuLink
                    entry={entry}
                    isChosen={entry === selectedService}
                    isCollapsed={isFolded}
                    onChoose={() => setChoice(entry.key)}
                  />
                </li>
              ))}
            </ul>
          </nav>
        </div>
      </aside>
      <main id="main" className="min-w-0 flex-1">
        {selectedService ? <Detail entry={selectedService} key={selectedService.key} /> : null}
      </main>
    </div>
  )
}

function FoldButton({ isCollapsed, onFold }: { isCollapsed: boolean; onFold: (isCollapsed: boolean) => void }) {
  const name = isCollapsed ? '메뉴 펼치기' : '메뉴 접기'
  return (
    <button
      type="button"
      aria-expanded={!isCollapsed}
      aria-controls="services-menu"
      aria-label={name}
      title={name}
      onClick={() => onFold(!isCollapsed)}
      className="flex size-10 shrink-0 items-center justify-center rounded-control text-ink-2 hover:bg-rule coarse:size-11"
    >
      <svg width="20" height="20" viewBox="0 0 24 24" aria-hidden fill="none" stroke="currentColor" strokeWidth="1.6">
        <path d={isCollapsed ? 'M4 5h16v14H4zM9 5v14M13 9l3 3-3 3' : 'M4 5h16v14H4zM9 5v14M16 9l-3 3 3 3'} />
      </svg>
    </button>
  )
}

interface MenuLinkProps {
  entry: ServiceEntry
  isChosen: boolean
  isCollapsed: boolean
  onChoose: () => void
}

function MenuLink({ entry, isChosen, isCollapsed, onChoose }: MenuLinkProps) {
  function choose(event: MouseEvent) {
    // With a modifier key the browser opens the service's own page in a new tab.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onChoose()
    document.getElementById('main')?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <a
      href={entry.route}
      aria-current={isChosen ? 'true' : undefined}
      title={isCollapsed ? entry.title : undefined}
      onClick={choose}
      className={`flex min-h-12 items-center gap-3 rounded-control px-3 py-2 hover:bg-rule ${isChosen ? 'bg-primary-wash font-semibold text-ink' : 'text-ink-2'}`}
    >
      <ServiceIcon name={entry.icon} />
      <span className={isCollapsed ? 'sr-only' : ''}>
        <span className="block text-lead">{entry.title}</span>
        <span className="block text-label font-normal text-ink-2">{entry.description}</span>
      </span>
    </a>
  )
}

type LoadedPage = { kind: 'loading' } | { kind: 'failed' } | { kind: 'loaded'; Page: ComponentType }

/**
 * Loaded on demand. Not with React.lazy, which caches a failure forever; here choosing the entry
 * again retries.
 */
function Detail({ entry }: { entry: ServiceEntry }) {
  const [loaded, setLoaded] = useState<LoadedPage>({ kind: 'loading' })
  useEffect(() => {
    let isCurrent = true
    entry.loadDetail().then(
      (Page) => isCurrent && setLoaded({ kind: 'loaded', Page }),
      () => isCurrent && setLoaded({ kind: 'failed' }),
    )
    return () => {
      isCurrent = false
    }
  }, [entry])
  if (loaded.kind === 'loaded') return <loaded.Page />
  return (
    <p role={loaded.kind === 'failed' ? 'alert' : 'status'} className="px-6 py-16 text-center text-lead text-ink-2">
      {loaded.kind === 'failed' ? '상세 페이지를 찾을 수 없습니다.' : '페이지를 불러오는 중...'}
    </p>
  )
}
