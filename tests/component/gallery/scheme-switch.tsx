import { useEffect } from 'react'
import { useDeviceSetting } from '#app/ui/browser/device-setting.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { theme, type Theme, watchTheme } from '#app/ui/theme/theme-choice.ts'

const labels: Record<Theme, string> = { device: '기기 설정대로', light: '밝게', dark: '어둡게' }

/** Switches between light and dark regardless of the device, like the product's user menu. */
export function SchemeSwitch() {
  const [chosen, choose] = useDeviceSetting(theme)
  useEffect(watchTheme, [])
  return (
    <div role="group" aria-label="밝기" className="flex gap-1">
      {(['device', 'light', 'dark'] as const).map((scheme) => (
        <Button
          key={scheme}
          size="sm"
          tone={scheme === chosen ? 'dark' : 'light'}
          aria-pressed={scheme === chosen}
          onClick={() => choose(scheme)}
        >
          {labels[scheme]}
        </Button>
      ))}
    </div>
  )
}
