/** A body for every call that takes one, as it travels: each passes its schema. What ids name need not exist. */
import { allRights, termsVersions } from '@calmly/contract';

const id = '018f0000-0000-7000-8000-000000000000';
const token = 'cal_ml_of_nobody';
const euroAccount = { iban: 'DE89370400440532013000', currency: 'EUR' };
const rights = { ...allRights, is_boss: false };
const credential = { id: 'a2V5', rawId: 'a2V5', type: 'public-key', clientExtensionResults: {} };
const address = { Country: 'EE', City: 'Tallinn', Address: 'Pikk 3', PostCode: '10123' };

const home = {
  PhysicalAddressLine1: 'Pikk 3',
  PhysicalAddressLine2: null,
  PhysicalAddressPostalCode: '10123',
  PhysicalAddressCity: 'Tallinn',
  PhysicalAddressCountry: 'EE',
};
const company = {
  CompanyName: 'Tamm OÜ',
  RegistrationNumber: '12345678',
  Country: 'EE',
  LegalForm: 'private_limited',
  FoundedOn: '2019-04-01',
  Activity: 'Bakes bread',
  Address: home,
  People: [
    {
      FirstName: 'Anna',
      LastName: 'Tamm',
      DateOfBirth: Date.UTC(1990, 4, 17) / 1000,
      CountryCitizenship: 'EE',
      HomeAddress: home,
      Director: true,
      ShareBasisPoints: 10_000,
    },
  ],
  CorporateOwners: [],
  OthersBelowQuarter: false,
  Documents: [id],
};

const view = { Name: 'Rent', Filter: { Direction: 'DEBIT' }, IsDefault: false };

const rules = {
  PaymentRules: [
    { Requesters: [], Currency: 'EUR', Above: '1000.00', Measure: 'PAYMENT', Steps: [{ People: [] }] },
  ],
  PayeeSteps: [{ People: [] }],
  PeopleSteps: [{ People: [] }],
  PolicySteps: [{ People: [] }],
  StandIns: [],
  ExpiryDays: 7,
};

export const sampleBodies: Readonly<Record<string, object>> = {
  advanceDeskCalendar: { Hours: 24 },
  allowConnection: { AccountIds: [id] },
  acceptInvitation: { Token: token },
  acceptOnboardingTerms: { Version: termsVersions.main, FeesAccepted: true },
  acceptTerms: { main: { version: termsVersions.main, read: true } },
  addCompany: company,
  addPasskey: {
    EnrolmentId: id,
    Name: 'Key',
    Attestation: { ...credential, response: { clientDataJSON: 'e30', attestationObject: 'oA' } },
  },
  addTotp: { EnrolmentId: id, Name: 'Pixel', Code: '123456' },
  approvePayment: { Version: 'seen' },
  changePassword: { OldPassword: 'more-payments-less-stress', NewPassword: 'plum-ladder-quiet-ocean' },
  changePerson: { Rights: rights, ValidUntil: null },
  checkInvitation: { Token: token },
  changePolicy: { Version: 0, Rules: rules },
  changeView: view,
  checkPasswordReset: { Token: token },
  chooseMethod: { challenge_id: id, method: 'email' },
  confirmContactChange: { Code: '123456' },
  confirmEmail: { Code: '123456' },
  confirmEmailByLink: { Token: token },
  confirmPhone: { Code: '123456' },
  addPayeeDocument: { DocumentKind: 'PRINCIPAL', FileBody: 'JVBERi0xLjQK' },
  changeParty: { LegalStatus: 'COMPANY', Name: 'Rheinwerk GmbH', Country: 'DE' },
  checkName: { Name: 'Rheinwerk GmbH', iban: euroAccount.iban },
  createBeneficiary: {
    LegalStatus: 'COMPANY',
    Name: 'Rheinwerk GmbH',
    Country: 'DE',
    bank_details: [euroAccount],
  },
  createMoneyRequest: {
    ToAccount: 'LT000000000000000000',
    Amount: '1.00',
    From: 'Hansa GmbH',
    Details: 'Tea',
  },
  createPayLink: { AccountId: id },
  createPayment: { AccountFrom: 'LT000000000000000000', BeneficiaryId: id, Amount: '1.00', Details: 'Tea' },
  createQuote: {
    FromAccount: 'LT000000000000000000',
    ToAccount: 'LT000000000000000001',
    Amount: '1.00',
    Side: 'SELL',
  },
  executeExchange: { QuoteId: id },
  invitePerson: { Email: 'colleague@test.example', Rights: rights, ValidUntil: null },
  decideDeskPayment: { Outcome: 'settle', Reason: 'bank_refused', Hours: 24 },
  decideInbox: { Items: [{ Id: id, Version: 'seen' }], Decision: 'APPROVE' },
  issueToken: { remember: false },
  issueVerificationToken: { ttlInSecs: 600 },
  joinByInvitation: {
    Token: token,
    FirstName: 'Clara',
    LastName: 'Ross',
    Password: 'plum-ladder-quiet-ocean',
    Phone: '+37255501143',
    Code: '123456',
  },
  openAccount: { Currency: 'JPY', PrettyName: 'Kyoto' },
  markAllRead: { UpTo: id },
  offerHandover: { PersonId: id },
  previewPolicy: { Requester: id, Amount: '5000.00', Currency: 'EUR' },
  provePasskey: {
    challenge_id: id,
    assertion: {
      ...credential,
      response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
    },
  },
  register: {
    Email: 'stranger@test.example',
    Password: 'plum-ladder-quiet-ocean',
    Phone: '+37255501142',
    Kind: 'individual',
  },
  rejectPayment: { Version: 'seen', Reason: 'Not this month' },
  renameAccount: { PrettyName: 'Rent' },
  renameDevice: { Name: 'Laptop' },
  renameFactor: { Name: 'Key' },
  requestAddressChange: { ...address, Documents: [id] },
  requestIban: { Currency: 'EUR' },
  requestContactChange: { Kind: 'email', Value: 'new@test.example' },
  requestPasswordReset: { Email: 'stranger@test.example' },
  resendCode: { challenge_id: id },
  resetPassword: { Token: token, Password: 'plum-ladder-quiet-ocean' },
  saveAccountChoice: { AccountType: 'personal', CardType: 'virtual' },
  saveColumns: { Columns: ['account'] },
  saveCompanyFacts: company,
  saveCompany: { CompanyName: 'Tamm OÜ', RegistrationNumber: '12345678', Country: 'EE' },
  saveNotificationChoice: { Topic: 'news', Portal: true, Email: true, Sms: false },
  savePerson: {
    FirstName: 'Anna',
    LastName: 'Tamm',
    DateOfBirth: Date.UTC(1990, 4, 17) / 1000,
    CountryCitizenship: 'EE',
    CountryOfResidence: 'EE',
  },
  savePreferences: { Language: 'ru', Theme: 'dark' },
  saveResidentialAddress: home,
  sendDeskCredit: {
    Id: id,
    Account: 'DE89370400440532013000',
    Amount: '10.00',
    Currency: 'EUR',
    DebtorName: 'Somebody',
    DebtorAccount: 'EE382200221020145685',
    Details: 'Invoice 7',
  },
  saveView: view,
  sendEmailCode: { Email: 'stranger@test.example' },
  sendInvitationCode: { Token: token, Phone: '+37255501143' },
  sendPhoneCode: { Phone: '+37255501142' },
  setMessageCodes: { Email: true, Sms: true },
  setPreferredFactor: { Preferred: 'email' },
  submitSandboxDocuments: { country: 'EE', idDocType: 'PASSPORT', answer: null },
  trustBeneficiary: { Trusted: false },
  undoContactChange: { Token: token },
  unfreezeAccess: { Token: token },
  updateBeneficiary: { bank_details: [euroAccount] },
  uploadDocument: { FileName: 'lease.pdf', FileBody: 'JVBERi0xLjQK' },
};
