/** Address of the demo's own account, a manager. */
export const DEMO_STAFF_EMAIL = 'staff@nankeen.example';
