// One browser for all tests, one after the other: node --test tests/studio/all_tests.mjs
import { after } from 'node:test';
import { budgetTests } from './budget_test.mjs';
import { comfortTests } from './comfort_test.mjs';
import { enduranceTests } from './endurance_test.mjs';
import { firstMinuteTests } from './first_minute_test.mjs';
import { fleshTests } from './flesh_test.mjs';
import { latticeTests } from './lattice_test.mjs';
import { mendedTests } from './mended_test.mjs';
import { pageTests } from './page_test.mjs';
import { readerTests } from './readers_test.mjs';
import { rigTests } from './rig_test.mjs';
import { shapingTests } from './shaping_test.mjs';
import { StudioPage } from './studio_page.mjs';
import { rebuildingTests } from './rebuilding_test.mjs';
import { takingTests } from './taking_test.mjs';
import { tabletTests } from './tablet_test.mjs';
import { workTests } from './work_test.mjs';

const studio = await StudioPage.launch();
after(() => studio.close());

firstMinuteTests(studio);
workTests(studio);
latticeTests(studio);
comfortTests(studio);
mendedTests(studio);
shapingTests(studio);
pageTests(studio);
fleshTests(studio);
readerTests(studio);
takingTests(studio);
rebuildingTests(studio);
rigTests(studio);
tabletTests(studio);
enduranceTests(studio);
budgetTests(studio);
