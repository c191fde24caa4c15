import { Tabs as Base } from '@base-ui/react/tabs'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useMediaQuery } from '../browser/use-media-query.ts'
import { screenSlot, tabletMedia } from './frame-slot.tsx'

export interface TabChoice<Key extends string> {
  key: Key
  label: string
  /** Visible but not selectable. */
  isDisabled?: boolean
  /** What the tab is for, shown next to the open tab on wide screens and as a tooltip. */
  purpose?: string
}

interface TabsProps<Key extends string> {
  label: string
  value: Key
  tabs: readonly TabChoice<Key>[]
  onValue(key: Key): void
  /**
   * Appearance: folder tabs on a line, pills, underlined words or cards. Nested tabs should differ
   * from those around them.
   */
  variant?: keyof typeof variantClasses
  /** These are the screen's outermost tabs; on a tablet they move to the top line of the frame. */
  isOutermost?: boolean
  /** The panel of the open tab. */
  children: ReactNode
}

/** Controlled by the caller, because the open tab belongs in the URL. */
export function Tabs<Key extends string>(props: TabsProps<Key>) {
  const { value, tabs, onValue, children } = props
  const isTablet = useMediaQuery(tabletMedia)
  const hasFrameSlot = screenSlot.useIsMounted()
  const tabList = <TabList {...props} />
  return (
    <Base.Root
      value={value}
      onValueChange={(next: unknown) => {
        const nextTab = tabs.find((tab) => tab.key === next && !tab.isDisabled)
        if (nextTab) onValue(nextTab.key)
      }}
      className="group/tabs flex min-h-0 flex-1 flex-col gap-3 laptop:gap-1.5 cramped:gap-0.5 max-sm:gap-1.5"
    >
      {isTablet && hasFrameSlot && props.isOutermost ? <screenSlot.Fill>{tabList}</screenSlot.Fill> : tabList}
      <Base.Panel
        value={value}
        data-tabbed={props.isOutermost && tabs.length > 1 ? '' : undefined}
        className="flex min-h-0 flex-1 flex-col outline-none"
      >
        {children}
      </Base.Panel>
    </Base.Root>
  )
}

function TabList<Key extends string>({ label, value, tabs, variant }: TabsProps<Key>) {
  const variantClass = variantClasses[variant ?? 'default']
  const index = tabs.findIndex(({ key }) => key === value)
  const purpose = tabs[index]?.purpose
  const listRef = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (listRef.current) scrollTabIntoView(listRef.current, listRef.current.querySelectorAll('[role=tab]')[index])
  }, [index])
  useEffect(() => (listRef.current ? markCutEnds(listRef.current) : undefined), [])
  return (
    <div className={`flex items-center gap-x-3 ${tabs.length === 1 ? 'hidden' : ''}`} data-screen-only>
      <Base.List
        ref={listRef}
        // Only for keyboard focus: an element that moves between pointer down and up gets no click.
        onFocus={({ currentTarget }) =>
          scrollTabIntoView(currentTarget, currentTarget.querySelector('[role=tab]:focus-visible'))
        }
        aria-label={label}
        // One px of padding at the end, because a list scrolls by whole px and its last tab may end
        // on a fraction.
        className={`flex flex-wrap folding:min-w-0 folding:flex-nowrap folding:overflow-x-auto folding:pr-px folding:[scrollbar-width:none] ${cutEnds} ${variantClass.list}`}
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.key}
            value={tab.key}
            disabled={tab.isDisabled ?? false}
            title={tab.purpose}
            className={`h-8 font-medium text-ink-2 select-none data-[active]:forced-chosen data-[active]:text-primary data-[disabled]:text-ink-3 folding:shrink-0 folding:-outline-offset-2 cramped:not-coarse:h-6 coarse:h-11 coarse:min-w-11 coarse:shrink-0 ${variantClass.tab}`}
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {purpose ? (
        <p className="min-w-0 flex-1 truncate text-label text-ink-3 max-xl:sr-only docked:group-has-[[data-list-tools]]/tabs:sr-only">
          {purpose}
        </p>
      ) : null}
    </div>
  )
}

/** Centres a tab when the tabs scroll in one line. `scrollIntoView` would scroll the page too. */
function scrollTabIntoView(list: HTMLElement, tab: Element | null | undefined): void {
  if (!tab || list.scrollWidth <= list.clientWidth) return
  const [outer, inner] = [list.getBoundingClientRect(), tab.getBoundingClientRect()]
  list.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2)
}

/** Fades the ends behind which there are more tabs. */
const cutEnds =
  'data-cut-start:[--fade-start:2.5rem] data-cut-end:[--fade-end:2.5rem] data-cut-start:fade-ends data-cut-end:fade-ends'

/** Sets `data-cut-start` and `data-cut-end` while tabs are out of sight there. */
function markCutEnds(list: HTMLElement): () => void {
  function mark() {
    const hiddenWidth = list.scrollWidth - list.clientWidth - list.scrollLeft
    list.toggleAttribute('data-cut-start', list.scrollLeft > 1)
    list.toggleAttribute('data-cut-end', hiddenWidth > 1)
  }
  mark()
  const observer = new ResizeObserver(mark)
  observer.observe(list)
  for (const tab of list.children) observer.observe(tab)
  list.addEventListener('scroll', mark, { passive: true })
  return () => {
    observer.disconnect()
    list.removeEventListener('scroll', mark)
  }
}

/** Text weight or shape also marks the open tab, never color alone. */
const variantClasses = {
  default: {
    // The line is drawn by the elements next to the open tab, so that it has a gap there on any
    // background.
    list: 'after:flex-1 after:border-b after:border-rule-strong',
    tab: 'border border-transparent border-b-rule-strong px-3.5 not-data-disabled:hover:bg-paper-sunk data-[active]:border-rule-strong data-[active]:border-b-transparent',
  },
  pills: {
    list: 'gap-1',
    tab: 'rounded-full px-3.5 docked:px-2 not-data-disabled:hover:bg-paper-sunk data-[active]:bg-primary-wash',
  },
  underline: {
    list: 'gap-x-4 border-b',
    tab: '-mb-px border-b-2 border-transparent not-data-disabled:hover:border-rule-strong data-[active]:border-primary',
  },
  cards: {
    list: 'gap-2',
    tab: 'rounded-control border border-rule-strong bg-paper-raised px-3.5 not-data-disabled:hover:bg-paper-sunk data-[active]:border-primary data-[active]:bg-primary-wash',
  },
}
