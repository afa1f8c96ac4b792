// One browser for all tests, one after the other: node --test tests/studio/all_tests.mjs
import { after } from 'node:test';
import { budgetTests } from './budget_test.mjs';
import { comfortTests } from './comfort_test.mjs';
import { enduranceTests } from './endurance_test.mjs';
import { firstMinuteTests } from './first_minute_test.mjs';
import { latticeTests } from './lattice_test.mjs';
import { mendedTests } from './mended_test.mjs';
import { pageTests } from './page_test.mjs';
import { StudioPage } from './studio_page.mjs';
import { workTests } from './work_test.mjs';

const studio = await StudioPage.launch();
after(() => studio.close());

firstMinuteTests(studio);
workTests(studio);
latticeTests(studio);
comfortTests(studio);
mendedTests(studio);
pageTests(studio);
enduranceTests(studio);
budgetTests(studio);
