import { OrganisationSection } from './organisation-section.tsx'
import { SeoSection } from './seo-section.tsx'
import { ShippingSection } from './shipping-section.tsx'
import { SuppliersSection } from './suppliers-section.tsx'

/** The sections below pricing. */
export const LowerSections = () => (
  <>
    <ShippingSection />
    <SeoSection />
    <OrganisationSection />
    <SuppliersSection />
  </>
)
