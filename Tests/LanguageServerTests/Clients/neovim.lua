-- Drives `zib lsp` in Neovim (0.7 and later), headless; each line that it prints is compared by the test.
-- usage: nvim --headless -u NONE -c 'luafile neovim.lua' with ZIB (the program) and VAULT in the environment.
local root = vim.env.VAULT
local messages = {}
local function say(text) table.insert(messages, text) end

local function finish(code)
  vim.fn.writefile(messages, vim.env.REPLIES)
  vim.cmd(code .. 'cquit')
end

local function check(name, body)
  local done, problem = pcall(body)
  if not done then
    say(name .. ': ' .. tostring(problem))
    finish(1)
  end
end

vim.o.hidden = true
local client = vim.lsp.start_client({
  name = 'zib', cmd = { vim.env.ZIB, 'lsp' }, root_dir = root,
  workspace_folders = { { uri = vim.uri_from_fname(root), name = 'vault' } },
})

local function open(name)
  local file = root .. '/' .. name
  if vim.api.nvim_buf_get_name(0) ~= file then vim.cmd('edit ' .. vim.fn.fnameescape(file)) end
  vim.bo.filetype = 'markdown'
  vim.lsp.buf_attach_client(0, client)
  return vim.api.nvim_get_current_buf()
end

local function ask(method, params)
  local replies = vim.lsp.buf_request_sync(0, method, params, 10000)
  for _, reply in pairs(replies or {}) do
    local problem = reply.err or reply.error
    if problem then error(problem.message) end
    return reply.result
  end
  error('no answer to ' .. method)
end

local function diagnostics()
  local found = {}
  for _, item in ipairs(vim.diagnostic.get(0)) do table.insert(found, item.lnum .. ' ' .. item.message) end
  return table.concat(found, '; ')
end

check('diagnostics', function()
  open('Home.md')
  assert(vim.wait(10000, function() return vim.lsp.buf_get_clients(0)[client] ~= nil end), 'not attached')
  vim.api.nvim_buf_set_lines(0, -1, -1, false, { '', 'To [x](Nowhere.md).' })
  assert(vim.wait(10000, function() return diagnostics() ~= '' end), 'no diagnostic came')
  say('came: ' .. diagnostics())
  vim.api.nvim_buf_set_lines(0, -2, -1, false, { 'To nothing.' })
  assert(vim.wait(10000, function() return diagnostics() == '' end), 'it stayed: ' .. diagnostics())
  say('went')
end)

check('unsaved text is completed', function()
  local other = open('Target.md')
  vim.api.nvim_buf_set_lines(0, -1, -1, false, { '', '## Not saved' })
  -- Neovim tells of a change in another buffer a moment later.
  vim.wait(400)
  open('Home.md')
  vim.api.nvim_buf_set_lines(0, -1, -1, false, { '[[Target#' })
  local last = vim.api.nvim_buf_line_count(0)
  vim.api.nvim_win_set_cursor(0, { last, 8 })
  local params = vim.lsp.util.make_position_params()
  params.position.character = 9
  local labels = {}
  for _, item in ipairs(ask('textDocument/completion', params).items) do table.insert(labels, item.label) end
  say('completed: ' .. table.concat(labels, ', '))
  vim.api.nvim_buf_set_lines(0, -2, -1, false, {})
end)

check('definition', function()
  open('Home.md')
  local params = {
    textDocument = vim.lsp.util.make_text_document_params(), position = { line = 2, character = 6 },
  }
  local found = ask('textDocument/definition', params)
  local place = found.uri and found or found[1]
  say('defined in ' .. vim.fn.fnamemodify(vim.uri_to_fname(place.uri or place.targetUri), ':t'))
end)

check('rename', function()
  open('Target.md')
  vim.cmd('silent write')
  open('Home.md')
  vim.cmd('silent write')
  local params = {
    textDocument = vim.lsp.util.make_text_document_params(), position = { line = 2, character = 6 },
    newName = 'Renamed',
  }
  local edit = ask('textDocument/rename', params)
  vim.lsp.util.apply_workspace_edit(edit, 'utf-16')
  vim.cmd('silent wall')
  local changed = 0
  for number = 1, 50 do
    local text = table.concat(vim.fn.readfile(root .. '/n/From ' .. number .. '.md'), '\n')
    if text:find('[[Renamed]]', 1, true) then changed = changed + 1 end
  end
  say('renamed in ' .. changed .. ' notes')
  say('file moved: ' .. tostring(vim.fn.filereadable(root .. '/Renamed.md') == 1
    and vim.fn.filereadable(root .. '/Target.md') == 0))
end)
finish(0)
