import { useState } from 'react'
import { Button } from '#app/ui/buttons/button.tsx'

type Scheme = 'system' | 'light' | 'dark'

const words: Record<Scheme, string> = { system: '기기 설정대로', light: '밝게', dark: '어둡게' }

/** Light or dark whatever the device says: the product only follows the device, so the media rules of its style sheets are turned on or off here. */
export function SchemeSwitch() {
  const [chosen, setChosen] = useState<Scheme>('system')
  function choose(scheme: Scheme) {
    setChosen(scheme)
    for (const rule of darkRules()) rule.media.mediaText = media[scheme]
    document.documentElement.style.colorScheme = scheme === 'system' ? '' : scheme
  }
  return (
    <div role="group" aria-label="밝기" className="flex gap-1">
      {(['system', 'light', 'dark'] as const).map((scheme) => (
        <Button
          key={scheme}
          size="sm"
          tone={scheme === chosen ? 'dark' : 'light'}
          aria-pressed={scheme === chosen}
          onClick={() => choose(scheme)}
        >
          {words[scheme]}
        </Button>
      ))}
    </div>
  )
}

const media: Record<Scheme, string> = { system: '(prefers-color-scheme: dark)', light: 'not all', dark: 'all' }

let found: CSSMediaRule[] | undefined

/** Found once: afterwards they no longer say what they were. */
function darkRules(): CSSMediaRule[] {
  found ??= [...document.styleSheets].flatMap((sheet) => mediaRules(sheet.cssRules))
  return found
}

function mediaRules(rules: CSSRuleList): CSSMediaRule[] {
  return [...rules].flatMap((rule) => {
    if (rule instanceof CSSMediaRule && rule.media.mediaText.includes('prefers-color-scheme: dark')) return [rule]
    return rule instanceof CSSGroupingRule ? mediaRules(rule.cssRules) : []
  })
}
