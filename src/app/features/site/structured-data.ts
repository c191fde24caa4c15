import type { Post } from '#contract/blog-public.ts'
import { categoryLabel } from '#contract/blog-words.ts'
import { scrivenerOf, type Office } from '#domain/office-words.ts'
import { civilQuestions } from './civil-texts.ts'
import { corporateQuestions } from './corporate-texts.ts'
import { pageTitle, type PagePath } from './page-facts.ts'
import type { Entry } from './page-parts.tsx'
import { registrationQuestions } from './real-estate-texts.ts'

/** Something as schema.org describes it. */
export interface Thing {
  '@type': string
  [property: string]: unknown
}

/** The things of a page as JSON-LD. It is data, not a script: the policy against inline scripts does not concern it. */
export function structuredData(things: readonly Thing[]): string {
  // Nothing in a text may end the element it stands in.
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': things }).replaceAll(
    '<',
    String.raw`\u003c`,
  )
  return `<script type="application/ld+json">${json}</script>`
}

/** Whose site it is, and where. */
interface Site {
  readonly origin: string
  readonly office: Office
}

interface PageInWords extends Site {
  /** Absolute, as in its canonical link. */
  address: string
  title: string
  description: string
}

const questions: Partial<Record<PagePath, readonly Entry[]>> = {
  '/services/real-estate': registrationQuestions,
  '/services/corporate': corporateQuestions,
  '/services/civil': civilQuestions,
}

/** What a page other than a post is about, beginning with where it stands in the site. */
export function thingsOfPage(path: PagePath, page: PageInWords): Thing[] {
  const { address, title, description } = page
  const asked = questions[path]
  return [
    ...(path === '/' ? [siteThing(page)] : [trailOf(path, page)]),
    ...(path === '/' || path === '/about' ? [officeThing(page)] : []),
    ...(path.startsWith('/services/')
      ? [
          {
            '@type': 'Service',
            name: title,
            description,
            url: address,
            areaServed: 'KR',
            provider: officeReference(page),
          },
        ]
      : []),
    ...(asked ? [questionsThing(asked)] : []),
    ...(path === '/blog'
      ? [{ '@type': 'Blog', name: title, description, url: address, publisher: officeReference(page) }]
      : []),
  ]
}

/** A post, and where it stands in the site. `picture`: absolute address of what is shown of it. */
export function thingsOfPost(post: Post, site: Site & { picture: string }): Thing[] {
  const { origin, picture } = site
  const address = `${origin}/blog/${post.id}`
  return [
    trailThing([...blogTrail(origin), { name: post.title, address }]),
    {
      '@type': 'BlogPosting',
      headline: post.title,
      description: post.excerpt,
      ...(post.datetime && { datePublished: post.datetime }),
      author: authorThing(post.author.name, site),
      publisher: officeReference(site),
      image: picture,
      url: address,
      mainEntityOfPage: address,
      articleSection: categoryLabel(post.category),
      ...(post.tags.length > 0 && { keywords: post.tags }),
      timeRequired: `PT${post.readingTime}M`,
      inLanguage: 'ko',
    },
  ]
}

/** Posts are signed as people sign: `법무사 한온결` is a person and what they are. */
function authorThing(signature: string, site: Site): Thing {
  const { office } = site
  if (signature === office.name) return officeReference(site)
  const isScrivener = signature === scrivenerOf(office)
  const person = isScrivener ? scrivenerThing(office) : { '@type': 'Person', name: signature }
  return { ...person, worksFor: officeReference(site) }
}

function scrivenerThing({ scrivener, scrivener_title: jobTitle }: Office): Thing {
  return { '@type': 'Person', name: scrivener, jobTitle }
}

function siteThing(site: Site): Thing {
  return {
    '@type': 'WebSite',
    name: site.office.name,
    url: `${site.origin}/`,
    inLanguage: 'ko',
    publisher: officeReference(site),
  }
}

/** The office as other pages name it; described in full on / and /about. */
function officeReference({ origin, office }: Site): Thing {
  return { '@type': 'LegalService', '@id': `${origin}/#office`, name: office.name, url: `${origin}/` }
}

/** LegalService is the LocalBusiness of those who practise law. */
function officeThing({ origin, office }: Site): Thing {
  return {
    ...officeReference({ origin, office }),
    logo: `${origin}/icon-512.png`,
    image: `${origin}/og.png`,
    telephone: office.telephone.replace(/^0/, '+82-'),
    address: { '@type': 'PostalAddress', addressCountry: 'KR', streetAddress: office.address },
    areaServed: 'KR',
    ...(office.fax && { faxNumber: office.fax.replace(/^0/, '+82-') }),
    ...(office.email && { email: office.email }),
    openingHoursSpecification: openingHours(office),
    employee: scrivenerThing(office),
  }
}

/** `평일 09:00–18:00` for machines. Hours of another shape are left to people: wrong ones would send somebody to a closed door. */
function openingHours(office: Office): Thing | undefined {
  const [, opens, closes] = /^평일 (\d\d:\d\d)–(\d\d:\d\d)$/.exec(office.hours) ?? []
  const dayOfWeek = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']
  return opens && closes ? { '@type': 'OpeningHoursSpecification', dayOfWeek, opens, closes } : undefined
}

function questionsThing(asked: readonly Entry[]): Thing {
  return {
    '@type': 'FAQPage',
    mainEntity: asked.map(({ title, text }) => ({
      '@type': 'Question',
      name: title,
      acceptedAnswer: { '@type': 'Answer', text },
    })),
  }
}

interface Step {
  name: string
  /** Absolute. */
  address: string
}

/** A part of the blog's list stands below the whole list. /services is no step: it opens for those who are signed in. */
function trailOf(path: PagePath, { origin, address, title }: PageInWords): Thing {
  const isPartOfList = path === '/blog' && address !== `${origin}/blog`
  return trailThing([...(isPartOfList ? blogTrail(origin) : [homeStep(origin)]), { name: title, address }])
}

function blogTrail(origin: string): Step[] {
  return [homeStep(origin), { name: pageTitle('/blog'), address: `${origin}/blog` }]
}

function homeStep(origin: string): Step {
  return { name: '홈', address: `${origin}/` }
}

function trailThing(steps: readonly Step[]): Thing {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, address }, place) => ({
      '@type': 'ListItem',
      position: place + 1,
      name,
      item: address,
    })),
  }
}
