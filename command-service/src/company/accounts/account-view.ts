import { type CompanyView, Refused, settingDefaults } from '@prosa/contracts';
import type { CompanyState } from '../companies/companies.decider.ts';

const noBilling = {
  billingName: '',
  addressZipCode: '',
  addressStreet: '',
  addressDistrict: '',
  addressCity: '',
  addressState: '',
};

/** A company as its stream has it. Throws ERR_NO_COMPANY_FOUND if there is none, or its data were destroyed. */
export const accountOf = ({ company, hours, settings }: CompanyState): CompanyView => {
  if (!company) throw new Refused('ERR_NO_COMPANY_FOUND');
  const { renewalDay: _, wasActive: _was, updatedAt: _at, ...shown } = company;
  const all = { ...settingDefaults, ...settings };
  return {
    ...noBilling,
    ...shown,
    ...hours,
    campaignsEnabled: all.campaignsEnabled === 'true',
    settings: Object.entries(all).map(([key, value]) => ({ key, value })),
  };
};
