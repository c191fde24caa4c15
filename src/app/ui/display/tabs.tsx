import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

export interface TabChoice<Key extends string> {
  key: Key
  label: string
  /** Shown, but cannot be chosen. */
  isDisabled?: boolean
  /** What it is for: beside the pills while it is open, where there is room, and under the pointer. */
  purpose?: string
}

export interface TabsProps<Key extends string> {
  label: string
  value: Key
  tabs: readonly TabChoice<Key>[]
  onValue(key: Key): void
  /** The panel of the open tab. */
  children: ReactNode
}

/** Pill tabs; the open tab belongs into the URL, so the caller holds it. */
export function Tabs<Key extends string>({ label, value, tabs, onValue, children }: TabsProps<Key>) {
  const purpose = tabs.find(({ key }) => key === value)?.purpose
  return (
    <Base.Root
      value={value}
      onValueChange={(next: unknown) => {
        const chosen = tabs.find((tab) => tab.key === next && !tab.isDisabled)
        if (chosen) onValue(chosen.key)
      }}
      className="flex min-h-0 flex-1 flex-col gap-3 cramped:gap-0.5"
    >
      <div className={`flex items-center gap-x-3 ${tabs.length === 1 ? 'hidden' : ''}`} data-screen-only>
        <Base.List aria-label={label} className="flex flex-wrap gap-1">
          {tabs.map((tab) => (
            <Base.Tab
              key={tab.key}
              value={tab.key}
              disabled={tab.isDisabled ?? false}
              title={tab.purpose}
              className="h-8 rounded-full px-3.5 font-medium text-ink-2 select-none hover:bg-paper-sunk data-[active]:bg-primary-wash data-[active]:text-primary data-[disabled]:text-ink-3 data-[disabled]:hover:bg-transparent cramped:h-6 coarse:h-11"
            >
              {tab.label}
            </Base.Tab>
          ))}
        </Base.List>
        {purpose ? <p className="min-w-0 flex-1 truncate text-label text-ink-3 max-xl:sr-only">{purpose}</p> : null}
      </div>
      <Base.Panel value={value} className="flex min-h-0 flex-1 flex-col outline-none">
        {children}
      </Base.Panel>
    </Base.Root>
  )
}
