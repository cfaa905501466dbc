import './ui/styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app/app.tsx';
import { reloadOnMissingParts } from './app/reload-once.ts';
import { startDataLayer } from './data/start.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place for the app.');

reloadOnMissingParts();
createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>,
);

startDataLayer();
