import { useRouter } from '@tanstack/react-router'
import { Braces, Download, LogOut, MonitorSmartphone, Rows2, Rows4 } from 'lucide-react'
import { useState } from 'react'
import { useSession } from '../session/session-store.ts'
import { isCoarse } from '../ui/data-table/editing/prepare-cell-input.ts'
import { density as densityChoice } from '../ui/data-table/layout/density.ts'
import { useDeviceChoice } from '../ui/device-choice.ts'
import { Menu } from '../ui/overlays/menu.tsx'
import type { MenuEntry } from '../ui/overlays/menu.tsx'
import { InstallDialog } from './install-dialog.tsx'
import { useInstall } from './install-prompt.ts'
import { SignOutDialog } from './sign-out-dialog.tsx'

/** The person in the top line: name, role, installing the app, their devices, what other programs may ask, and signing out. */
export function PersonMenu() {
  const { user } = useSession()
  const install = useInstall()
  const router = useRouter()
  const [density, setDensity] = useDeviceChoice(densityChoice)
  const [opened, setOpened] = useState<'install' | 'sign_out' | null>(null)
  if (!user) return null
  const entries: MenuEntry[] = []
  if (install.way !== 'none') {
    entries.push({
      label: '앱으로 설치',
      icon: <Download size={16} strokeWidth={1.5} />,
      onSelect: () => (install.way === 'prompt' ? void install.ask() : setOpened('install')),
    })
  }
  if (!isCoarse()) {
    const isDense = density === 'dense'
    entries.push({
      label: isDense ? '표 간격: 편하게' : '표 간격: 촘촘하게',
      icon: isDense ? <Rows2 size={16} strokeWidth={1.5} /> : <Rows4 size={16} strokeWidth={1.5} />,
      onSelect: () => setDensity(isDense ? 'roomy' : 'dense'),
    })
  }
  entries.push({
    label: '로그인한 기기',
    icon: <MonitorSmartphone size={16} strokeWidth={1.5} />,
    onSelect: () => void router.navigate({ to: '/account/devices' }),
  })
  entries.push({
    label: '연동 API',
    icon: <Braces size={16} strokeWidth={1.5} />,
    onSelect: () => void router.navigate({ to: '/staff/api' }),
  })
  entries.push({
    label: '로그아웃',
    icon: <LogOut size={16} strokeWidth={1.5} />,
    onSelect: () => setOpened('sign_out'),
  })
  const role = user.is_superuser ? '최고관리자' : '직원'
  return (
    <>
      <Menu
        trigger={
          <button
            type="button"
            className="flex h-8 items-center gap-2 rounded-control px-2 hover:bg-paper-sunk coarse:h-11"
          >
            <span
              aria-hidden
              className="flex size-6 items-center justify-center rounded-full bg-primary-wash text-label font-semibold text-primary"
            >
              {user.nickname.slice(0, 1)}
            </span>
            <span className="max-sm:sr-only">
              {user.nickname}
              <span className="sr-only"> 님 메뉴</span>
            </span>
          </button>
        }
        heading={
          <>
            <p className="font-semibold">{user.nickname}</p>
            <p className="text-label text-ink-3">
              {role}
              {user.email ? ` · ${user.email}` : ''}
            </p>
          </>
        }
        entries={entries}
      />
      <SignOutDialog isOpen={opened === 'sign_out'} onClose={() => setOpened(null)} />
      <InstallDialog isOpen={opened === 'install'} onClose={() => setOpened(null)} />
    </>
  )
}
