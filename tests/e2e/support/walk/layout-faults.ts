/**
 * Layout checks that a browser can measure. Every function runs in the page and can use nothing
 * from outside itself.
 */

/** Expects one main element, one first-level heading, and no skipped level. */
export function findHeadingErrors(): string[] {
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest('[aria-hidden=true], [inert]')
  const headings = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].filter(isShown).map((element) => ({
    level: Number(element.tagName[1]),
    text: element.textContent.trim().slice(0, 40),
  }))
  const mains = [...document.querySelectorAll('main, [role=main]')].filter(isShown)
  const firsts = headings.filter(({ level }) => level === 1)
  const skips = headings.filter(({ level }, index) => level > (headings[index - 1]?.level ?? level) + 1)
  return [
    ...(mains.length === 1 ? [] : [`${mains.length} main parts`]),
    ...(firsts.length === 1 ? [] : [`${firsts.length} first headings: ${firsts.map(({ text }) => text).join(' | ')}`]),
    ...skips.map(({ level, text }) => `heading skips to level ${level}: ${text}`),
  ]
}

/** Reports horizontal scrolling and the element that extends furthest. */
export function findTooWide(width: number): string[] {
  const { scrollWidth } = document.documentElement
  if (scrollWidth <= width) return []
  const [widest] = [...document.body.querySelectorAll('*')].toSorted(
    (a, b) => b.getBoundingClientRect().right - a.getBoundingClientRect().right,
  )
  return [`wider than ${width} px: ${scrollWidth} px, ${widest?.outerHTML.slice(0, 80) ?? ''}`]
}

/** Texts that extend beyond the window or beyond a parent that clips them. */
export function cutOffTexts(): string[] {
  const found: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const holder = text.parentElement
    if (!holder?.checkVisibility() || !text.textContent?.trim()) continue
    if (isCutOff(text, holder)) found.push(`cut off: ${text.textContent.trim().slice(0, 40)}`)
  }
  return found

  function isCutOff(text: Node, holder: Element): boolean {
    const range = document.createRange()
    range.selectNodeContents(text)
    const { left, right, top, bottom } = range.getBoundingClientRect()
    let isCut = left < -1 || right > window.innerWidth + 1
    for (let frame: Element | null = holder; frame && frame !== document.body; frame = frame.parentElement) {
      const { overflowX, overflowY, clipPath, position } = getComputedStyle(frame)
      const box = frame.getBoundingClientRect()
      const isForScreenReaders = position === 'absolute' && (clipPath !== 'none' || box.width <= 1)
      if (isForScreenReaders) return false
      if (overflowX !== 'visible') isCut ||= left < box.left - 1 || right > box.right + 1
      if (overflowY === 'hidden' || overflowY === 'clip') isCut ||= top < box.top - 1 || bottom > box.bottom + 1
    }
    return isCut
  }
}

/** Motion that remains although reduced motion is requested. */
export function findMovingParts(): string[] {
  const seconds = (list: string) => Math.max(...list.split(',').map((duration) => Number.parseFloat(duration)))
  return [...document.querySelectorAll('*')]
    .filter((element) => {
      const { transitionDuration, animationDuration, animationName, scrollBehavior } = getComputedStyle(element)
      const animation = animationName === 'none' ? 0 : seconds(animationDuration)
      return Math.max(seconds(transitionDuration), animation) > 0.001 || scrollBehavior === 'smooth'
    })
    .map((element) => `moves: ${element.outerHTML.slice(0, 80)}`)
}

/**
 * On a tablet a list has room for at least eleven whole records in the only scrolling part.
 * Measures the room, because earlier tests may have left fewer records.
 */
export function findListErrors(): string[] {
  const scroller = document.querySelector('[data-table-scroller]')
  if (!scroller) return ['no table']
  const { bottom } = scroller.getBoundingClientRect()
  const top = scroller.querySelector('[role=rowgroup]')?.getBoundingClientRect().bottom ?? 0
  const heights = [...scroller.querySelectorAll('[role=row]:not([role=rowgroup]:first-child [role=row])')]
    .map((row) => row.getBoundingClientRect().height)
    .filter((height) => height > 20)
  const room = Math.floor((Math.min(bottom, innerHeight) + 1 - top) / (heights[0] ?? Infinity))
  const scrolling = [...document.querySelectorAll('*')].filter((element) => {
    const { overflowY } = getComputedStyle(element)
    const isScroller = overflowY === 'auto' || overflowY === 'scroll'
    return isScroller && element.clientHeight > 0 && element.scrollHeight > element.clientHeight + 1
  })
  return [
    ...(room >= 11 ? [] : [`room for only ${room} records`]),
    ...(scrolling.length <= 1 ? [] : [`${scrolling.length} parts scroll`]),
  ]
}

/** On a phone the telephone and the contact page are one tap away on every public page. */
export function findContactErrors(): string[] {
  // The contact page is where the bar would lead.
  if (location.pathname.replace(/\/$/, '') === '/contact') return []
  const isInSight = (element: Element | undefined) => {
    const box = element?.getBoundingClientRect()
    if (!element || !box || box.width === 0) return false
    const isInside = box.left >= 0 && box.right <= innerWidth + 1 && box.top >= 0 && box.bottom <= innerHeight + 1
    return isInside && element.scrollWidth <= element.clientWidth && element.scrollHeight <= element.clientHeight
  }
  const calls = [...document.querySelectorAll('a[href^="tel:"]')].filter(
    (link) => link.textContent.trim() === '전화 문의',
  )
  const forms = [...document.querySelectorAll('a[href="/contact"]')]
  return [
    ...(isInSight(calls.at(-1)) ? [] : ['the telephone is not in sight']),
    ...(isInSight(forms.at(-1)) ? [] : ['the way to the contact page is not in sight']),
  ]
}

/** Title, fields and buttons of the front dialog that cannot be scrolled into view. */
export function findDialogErrors(): string[] {
  const dialogs = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')]
  const dialog = dialogs.findLast(
    (candidate) => candidate.checkVisibility() && !candidate.closest('[role=region][aria-label="알림"]'),
  )
  const parts = [...(dialog?.querySelectorAll('h2, input, select, textarea, button, a[href]') ?? [])]
  return parts
    .filter((part) => part.checkVisibility({ visibilityProperty: true }) && !isReached(part))
    .map((part) => `no scrolling reaches ${part.tagName} ${part.ariaLabel ?? part.textContent.slice(0, 40)}`)

  function isReached(part: Element): boolean {
    part.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    const { left, top, width, height } = part.getBoundingClientRect()
    const isForScreenReaders = width <= 1 || height <= 1
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    return isForScreenReaders || (hit !== null && (part.contains(hit) || hit.contains(part)))
  }
}
