import { useRouter } from '@tanstack/react-router'
import { Braces, Download, LogOut, MonitorSmartphone, Rows2, Rows4 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { isCoarse } from '../ui/data-table/editing/prepare-cell-input.ts'
import { density as densityChoice } from '../ui/data-table/layout/density.ts'
import { useDeviceChoice } from '../ui/device-choice.ts'
import type { MenuEntry } from '../ui/overlays/menu.tsx'
import { InstallDialog } from './install-dialog.tsx'
import { useInstall } from './install-prompt.ts'
import { SignOutDialog } from './sign-out-dialog.tsx'

/** What concerns the person and this device: installing the app, how close rows stand, their devices, what other programs may ask, signing out; with the dialogs that these open. */
export function usePersonMatters(): { entries: readonly MenuEntry[]; dialogs: ReactNode } {
  const install = useInstall()
  const router = useRouter()
  const [density, setDensity] = useDeviceChoice(densityChoice)
  const [opened, setOpened] = useState<'install' | 'sign_out' | null>(null)
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
  return {
    entries,
    dialogs: (
      <>
        <SignOutDialog isOpen={opened === 'sign_out'} onClose={() => setOpened(null)} />
        <InstallDialog isOpen={opened === 'install'} onClose={() => setOpened(null)} />
      </>
    ),
  }
}
